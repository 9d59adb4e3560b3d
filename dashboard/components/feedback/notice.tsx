import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** An empty place: what belongs here, in one sentence, and at most one thing to do about it (M14). */
export function Notice(notice: { heading: string; sentence?: string; action: ReactNode | null }) {
  return (
    <Box sx={{ p: 4, display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center' }}>
      <Typography variant="h2">{notice.heading}</Typography>
      {notice.sentence !== undefined && <Typography color="textSecondary">{notice.sentence}</Typography>}
      {notice.action !== null && <Box sx={{ mt: 1 }}>{notice.action}</Box>}
    </Box>
  );
}
