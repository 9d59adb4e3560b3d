import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/ordering/orders.ts';
import { isLive } from '#contract/ordering/order-status.ts';
import { amountText } from '../../../components/order/amount.ts';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';

const text = words.ordering.phoneOrder;

interface AlreadyPlacedProps {
  order: Order;
  onPlaceAnother: () => void;
  onClose: () => void;
}

/** An earlier try came through although its answer was lost, and something was changed since: the person who typed it chooses. */
export function AlreadyPlaced({ order, onPlaceAnother, onClose }: AlreadyPlacedProps) {
  const titleId = useId();
  const { orderName: number, customerName, phoneNo, totalPrice, currency } = order;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.alreadyPlaced({ number })}</DialogTitle>
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{customerName}</bdi> · <bdi dir="ltr">{phoneNo}</bdi> · {amountText(totalPrice, currency)}
        </Typography>
        <Typography>{text.alreadyPlacedHint({ number })}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.back}</Button>
        <Button variant="outlined" onClick={onPlaceAnother}>
          {text.placeAnother}
        </Button>
        <Button
          variant="contained"
          component={Link}
          to={isLive(order.status) ? paths.liveOrders(order._id) : paths.order(order._id)}
        >
          {text.openPlaced({ number })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
