import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** One subject of the page. */
export function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 2.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography variant="h2">{heading}</Typography>
      {children}
    </Card>
  );
}
