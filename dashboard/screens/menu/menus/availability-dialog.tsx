import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Category } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { OptimisticSwitch } from '../../../components/form/optimistic-switch.tsx';
import { words } from '../../../words/words.ts';
import type { ChangeCategoriesAndWait } from './use-categories.ts';

const text = words.menu.categories;

interface AvailabilityDialogProps {
  category: Category;
  outlets: readonly Outlet[];
  changeAndWait: ChangeCategoriesAndWait;
  onClose: () => void;
}

/** One switch for each outlet: whether guests find the category there (order-operations 4). */
export function AvailabilityDialog({ category, outlets, changeAndWait, onClose }: AvailabilityDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {text.availabilityOf({ category: category.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Hint>{outlets.length === 0 ? text.noOutlets : text.availabilityHint}</Hint>
        {outlets.map((outlet) => (
          <OutletSwitch key={outlet._id} outlet={outlet} category={category} changeAndWait={changeAndWait} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {text.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface OutletSwitchProps {
  outlet: Outlet;
  category: Category;
  changeAndWait: ChangeCategoriesAndWait;
}

function OutletSwitch({ outlet, category, changeAndWait }: OutletSwitchProps) {
  const isOn = !category.InActiveOutletIds.some(({ _id }) => _id === outlet._id);
  const save = async (next: boolean) => {
    const { msg } = await changeAndWait({ kind: 'outlet', id: category._id, outlet: outlet._id, isOn: next });
    showToast({ place: 'bar', tone: 'ok', text: msg });
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 'var(--row)' }}>
      <Typography sx={{ flex: 1, minWidth: 0, py: 0.5, overflowWrap: 'anywhere' }}>{outlet.name}</Typography>
      <Box sx={{ flexShrink: 0 }}>
        <OptimisticSwitch
          name={outlet.name}
          isOn={isOn}
          onText={text.available}
          offText={text.notAvailable}
          save={save}
          errors="setup"
          place="bar"
        />
      </Box>
    </Box>
  );
}
