import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A quiet sentence beside a control: what is still missing, or what will happen. Give its `id` to `aria-describedby`. */
export function Hint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Typography id={id} variant="body2" sx={{ color: 'tone.ink3', overflowWrap: 'break-word' }}>
      {children}
    </Typography>
  );
}
