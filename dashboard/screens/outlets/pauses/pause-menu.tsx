import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Mode, type PauseLength, pauseLengths } from '#contract/base/enumerations.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { words } from '../../../words/words.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.outlets.pauses;

/** The menu opens inside <main>, because people who jump between landmarks miss anything outside. */
const inMain = () => document.querySelector('main');

interface PauseMenuProps {
  outlet: Outlet;
  /** The modes that take orders, or will again by themselves. A mode that is switched off has no end to choose. */
  modes: readonly Mode[];
  /** Shows a mode of the outlet as the server has it now. */
  onSaved: (outlet: Outlet, mode: Mode) => void;
}

/** For how long an outlet takes no orders, in all modes or in one; they are taken again by themselves. */
export function PauseMenu({ outlet, modes, onSaved }: PauseMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const saving = useMutation({
    mutationFn: async ({ length, chosen }: { length: PauseLength; chosen: readonly Mode[] }) => {
      const pause = async (mode: Mode) => {
        const body = { mode, length };
        const answer = await client.call('POST /outlet/pause-orders/:id', { params: { id: outlet._id }, body });
        onSaved(answer.outlet, mode);
      };
      await Promise.all(chosen.map(pause));
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <Box sx={{ pt: 1, borderBlockStart: 1, borderColor: 'divider' }}>
      <Button
        variant="outlined"
        aria-label={text.pauseName({ outlet: outlet.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : menuId}
        endIcon={<ExpandMore />}
        {...pressable(!saving.isPending, (event) => setAnchor(event.currentTarget))}
      >
        {text.pause}
      </Button>
      {anchor !== null && (
        <Choices
          id={menuId}
          anchor={anchor}
          modes={modes}
          onClose={() => setAnchor(null)}
          onChoose={(length, chosen) => {
            setAnchor(null);
            saving.mutate({ length, chosen });
          }}
        />
      )}
    </Box>
  );
}

interface ChoicesProps {
  id: string;
  anchor: HTMLElement;
  modes: readonly Mode[];
  onClose: () => void;
  onChoose: (length: PauseLength, modes: readonly Mode[]) => void;
}

function Choices({ id, anchor, modes, onClose, onChoose }: ChoicesProps) {
  // Null: all of them.
  const [mode, setMode] = useState<Mode | null>(null);
  const item = { '&&': { minHeight: 'var(--control)' } };
  const modeItem = (one: Mode | null) => (
    <MenuItem
      key={one ?? 'all'}
      role="menuitemradio"
      aria-checked={mode === one}
      selected={mode === one}
      sx={item}
      onClick={() => setMode(one)}
    >
      {one === null ? text.allModes : words.ordering.mode[one]}
    </MenuItem>
  );
  return (
    <Menu id={id} container={inMain} anchorEl={anchor} open onClose={onClose}>
      {modes.length > 1 && [
        ...[null, ...modes].map(modeItem),
        <ListSubheader key="for" role="presentation">
          {text.pauseFor}
        </ListSubheader>,
      ]}
      {pauseLengths.map((length) => (
        <MenuItem key={length} sx={item} onClick={() => onChoose(length, mode === null ? modes : [mode])}>
          {text.lengths[length]}
        </MenuItem>
      ))}
    </Menu>
  );
}
