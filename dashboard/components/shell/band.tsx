import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

const tones = {
  warn: { color: 'warning.main', background: 'tone.warnSoft' },
  error: { color: 'error.main', background: 'tone.errorSoft' },
  info: { color: 'info.main', background: 'tone.infoSoft' },
};

interface BandProps {
  tone: keyof typeof tones;
  Icon: typeof SvgIcon;
  children: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** A line across the page about the state of things: it stays as long as that state does. */
export function Band({ tone, Icon, children, action, role }: BandProps) {
  const { color, background } = tones[tone];
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        // Two buttons do not fit beside the text on a phone, nor beside letters of twice the size.
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        px: { xs: 2, lg: 3 },
        py: 0.5,
        minHeight: 'var(--control)',
        color,
        bgcolor: background,
        borderBlockEnd: 1,
        borderColor: 'divider',
        typography: { xs: 'body2', sm: 'body1' },
      }}
    >
      <Icon aria-hidden />
      <Box sx={{ flex: { xs: '1 1 120px', sm: '1 1 10rem' }, minWidth: 0, py: 0.5, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
      {action !== undefined && <Box sx={{ display: 'flex', gap: 1, marginInlineStart: 'auto' }}>{action}</Box>}
    </Box>
  );
}
