import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** An empty place: what belongs here, in one sentence, and at most one thing to do about it (M14). */
export function Notice(notice: { heading: string; sentence?: string; action: ReactNode | null }) {
  return (
    <Box sx={{ p: 4, display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center' }}>
      <EmptyPlate />
      <Typography variant="h2">{notice.heading}</Typography>
      {notice.sentence !== undefined && <Typography color="textSecondary">{notice.sentence}</Typography>}
      {notice.action !== null && <Box sx={{ mt: 1 }}>{notice.action}</Box>}
    </Box>
  );
}

/** A plate with nothing on it, between knife and fork. */
function EmptyPlate() {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 96 64"
      sx={{ inlineSize: 96, fill: 'none', stroke: 'currentColor', strokeWidth: 2, color: 'text.disabled' }}
    >
      <circle cx="48" cy="32" r="26" />
      <circle cx="48" cy="32" r="17" />
      <path d="M9 8v12a5 5 0 0 0 10 0V8M14 8v48M84 8c-6 4-6 18 0 22M84 8v48" strokeLinecap="round" />
    </Box>
  );
}
