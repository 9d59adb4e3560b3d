import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Mode, type PauseLength, pauseLengths } from '#contract/base/enumerations.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { type Pause, resumeTime, timeLeft } from '../../../components/order/pause.ts';
import { words } from '../../../words/words.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.outlets.pauses;

/** The menu opens inside <main>, because people who jump between landmarks miss anything outside. */
const inMain = () => document.querySelector('main');

interface PauseMenuProps {
  outlet: Outlet;
  mode: Mode;
  pause: Pause;
  now: Date;
  /** Shows the outlet as the server has it now. */
  onSaved: (outlet: Outlet) => void;
}

/** For how long nothing is taken, and how long that still is. A mode that is switched off has no end to choose. */
export function PauseMenu({ outlet, mode, pause, now, onSaved }: PauseMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const saving = useMutation({
    mutationFn: (length: PauseLength) =>
      client.call('POST /outlet/pause-orders/:id', { params: { id: outlet._id }, body: { mode, length } }),
    onSuccess: (answer) => onSaved(answer.outlet),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  if (pause.kind === 'off') return null;
  const action = pause.kind === 'open' ? text.pause : text.change;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, py: 1 }}>
      <Button
        variant="outlined"
        aria-label={text.pauseName({ action, outlet: outlet.name, mode: words.ordering.mode[mode] })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : menuId}
        disabled={saving.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {action}
      </Button>
      {pause.kind === 'until' && (
        <Typography sx={{ color: 'warning.main', fontWeight: 600 }}>
          {text.resumes({ time: resumeTime(pause.until, outlet.timeZone, now), left: timeLeft(pause.until, now) })}
        </Typography>
      )}
      <Menu id={menuId} container={inMain} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {pauseLengths.map((length) => (
          <MenuItem
            key={length}
            sx={{ minHeight: 'var(--control)' }}
            onClick={() => {
              setAnchor(null);
              saving.mutate(length);
            }}
          >
            {text.lengths[length]}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
