import Block from '@mui/icons-material/Block';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Item } from '#contract/menu/menus.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { SoldOutMenu } from '../../../components/menu/sold-out-menu.tsx';
import { soldOutText } from '../../../components/menu/sold-out-text.ts';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { orderedItems } from './ordered-items.ts';

const text = words.kitchen.liveOrders;

interface SoldOutDialogProps {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Marks dishes and options of an order as sold out, each until a chosen time, while the order is being made (LO-01,
 * IN).
 */
export function SoldOutDialog({ order, isOpen, onClose }: SoldOutDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{text.markSoldOutTitle}</DialogTitle>
      <DialogContent>
        <Typography sx={{ pb: 1 }}>{text.markSoldOutHint}</Typography>
        <ItemRows order={order} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.general.form.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function ItemRows({ order }: { order: Order }) {
  const { data: items, error, refetch } = useQuery(queries.items());
  if (items === undefined) {
    if (error === null) return <LoadingBlock height={160} />;
    return <Failure error={error} place="items" onRetry={() => void refetch()} />;
  }
  return (
    <Box component="ul" aria-label={text.lines} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {orderedItems(order).map(({ id, name }) => (
        <ItemRow key={id} name={name} item={items.find(({ _id }) => _id === id)} order={order} />
      ))}
    </Box>
  );
}

/** `item` undefined: it was deleted since. */
function ItemRow({ name, item, order }: { name: string; item: Item | undefined; order: Order }) {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const soldOut = useSoldOut(item);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        py: 1,
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minInlineSize: 0, flex: '1 1 0' }}>
        <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {soldOut !== null && (
          <Mark Icon={Block} color="error.main" background="tone.errorSoft">
            {soldOut}
          </Mark>
        )}
      </Box>
      {item === undefined ? (
        <Typography color="textSecondary">{text.notOnMenu}</Typography>
      ) : (
        <SoldOutMenu
          item={item}
          isSoldOut={soldOut !== null && !item.soldOut}
          firstOutlet={outlets.length > 1 ? order.outletId : null}
        />
      )}
    </Box>
  );
}

/** Milliseconds between looks at the clock: an item that is back shows so after two seconds at most. */
const SOLD_OUT_STEP = 2000;

function useSoldOut(item: Item | undefined): string | null {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const now = useNow(SOLD_OUT_STEP);
  return item === undefined ? null : soldOutText(item, outlets, now);
}
