import MoreTime from '@mui/icons-material/MoreTime';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { busyPlaces } from '../../../components/order/busy.ts';
import { words } from '../../../words/words.ts';

const text = words.kitchen.busy;

const BusyChoice = lazy(async () => ({ default: (await import('./busy-choice.tsx')).BusyChoice }));

/** One touch on Live Orders: the kitchen needs longer, and guests are told so. */
export function BusyButton() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const now = useNow(1000);
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const isBusy = busyPlaces(outlets, now).length > 0;
  const active = outlets.filter(({ status }) => status);
  if (active.length === 0) return null;
  return (
    <EditingArea>
      <Button
        variant="outlined"
        color={isBusy ? 'warning' : 'inherit'}
        aria-haspopup="dialog"
        startIcon={<MoreTime />}
        onClick={() => setOpen(true)}
      >
        {isBusy ? text.isBusy : text.button}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={titleId} fullWidth maxWidth="xs">
        <DialogTitle id={titleId}>{text.title}</DialogTitle>
        <Suspense>
          <BusyChoice outlets={active} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </EditingArea>
  );
}
