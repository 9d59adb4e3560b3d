import Replay from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { UNDO_SECONDS } from '#contract/ordering/order-status.ts';
import { MINUTE } from '#contract/base/time.ts';
import { words } from '../../../words/words.ts';
import type { BumpedOrder } from './bumped-orders.ts';
import { useBump } from './use-bump.ts';
import { readName } from '../../../components/order/read-name.ts';

const text = words.kitchen.display;

interface RecallDialogProps {
  isOpen: boolean;
  onClose: () => void;
  bumped: readonly BumpedOrder[];
  now: Date;
  announce: (words: string) => void;
}

/** The last bumps of this station, each to be called back with one touch. */
export function RecallDialog({ isOpen, onClose, bumped, now, announce }: RecallDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{text.recallList}</DialogTitle>
      <DialogContent>
        <Typography sx={{ pb: 1 }}>{bumped.length === 0 ? text.recallNone : text.recallHint}</Typography>
        <Box
          component="ul"
          aria-label={text.recallList}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          {bumped.map((one) => (
            <li key={`${one.order._id} ${one.at.getTime()}`}>
              <RecallRow
                bumped={one}
                now={now}
                onRecall={() => {
                  announce(text.toasts.recalled({ number: one.order.orderName }));
                  onClose();
                }}
              />
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.general.form.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function RecallRow({ bumped, now, onRecall }: { bumped: BumpedOrder; now: Date; onRecall: () => void }) {
  const { order, lines, at } = bumped;
  const { recall } = useBump();
  const isGuestTold = order.status === 'Ready' && now.getTime() - at.getTime() > UNDO_SECONDS * 1000;
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE));
  return (
    <Button
      fullWidth
      variant="outlined"
      startIcon={<Replay />}
      onClick={() => {
        recall(order, lines);
        onRecall();
      }}
      sx={{ justifyContent: 'flex-start', textAlign: 'start', minHeight: 64 }}
    >
      <Box component="span" sx={{ display: 'grid', flex: 1, minInlineSize: 0 }}>
        <Box
          component="span"
          sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: '1.25rem', fontWeight: 700 }}
        >
          <span>{text.recallLast({ number: order.orderName })}</span>
          <span>{text.ago({ minutes })}</span>
        </Box>
        {lines.map((line) => (
          <Box
            key={line.lineNumber}
            component="span"
            dir="auto"
            sx={{ color: 'text.primary', fontWeight: 400, overflowWrap: 'anywhere' }}
          >
            {text.recallLine({ quantity: line.quantity, name: readName(line) })}
          </Box>
        ))}
        {isGuestTold && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, fontSize: '1rem' }}>
            {text.recallLate}
          </Box>
        )}
      </Box>
    </Button>
  );
}
