import ArrowBack from '@mui/icons-material/ArrowBack';
import Block from '@mui/icons-material/Block';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { handedOverBy } from '#contract/ordering/ready-by.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { tableOf } from '../../../components/order/order-place.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { AgeChip, StateChip, TestChip } from '../../../components/feedback/state-chip.tsx';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { ChangeOrder } from './change-order.tsx';
import { ChangeQuestion } from './change-question.tsx';
import { OrderActions } from './order-actions.tsx';
import { FiringNote, ScheduledChip } from './scheduled-order.tsx';
import { Deadline, EscalationChip, SeenChip } from './order-escalation.tsx';
import { orderAge } from './order-age.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderGuest } from '../../ordering/order-guest.tsx';
import { DriverChip, OrderDriver } from './order-driver.tsx';
import { OrderTable } from './order-table.tsx';

const text = words.kitchen.liveOrders;

interface OrderPanelProps {
  order: Order;
  now: Date;
  /** Where list and panel take turns: goes back to the list. */
  onBack: (() => void) | null;
  /** Something of the order has run out. */
  onRanOut: () => void;
  onAccepted: () => void;
}

/** Everything about one order, with what to do next always at the same place below. */
export function OrderPanel({ order, now, onBack, onRanOut, onAccepted }: OrderPanelProps) {
  return (
    <>
      <Box
        component="section"
        aria-label={text.details}
        tabIndex={0}
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: { sm: 'auto' },
          p: 2,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          alignContent: 'start',
        }}
      >
        <Head order={order} now={now} onBack={onBack} />
        <ChangeQuestion order={order} now={now} />
        <OrderLines order={order} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ChangeOrder order={order} now={now} />
          <Button startIcon={<Block />} aria-haspopup="dialog" onClick={onRanOut} sx={{ marginInlineStart: -1, px: 1 }}>
            {text.markSoldOut}
          </Button>
        </Box>
        <OrderTable order={order} />
        <OrderDriver order={order} />
        <OrderGuest order={order} />
        <Button
          component={Link}
          to={paths.order(order._id)}
          sx={{ justifySelf: 'start', marginInlineStart: -1, px: 1 }}
        >
          {text.orderPage}
        </Button>
      </Box>
      <OrderActions order={order} onAccepted={onAccepted} />
    </>
  );
}

function Head({ order, now, onBack }: Pick<OrderPanelProps, 'order' | 'now' | 'onBack'>) {
  const { orderName, status, deliveryMode, outlet, paymentMethod, promisedAt, travelTime } = order;
  const age = orderAge(order, now);
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: { xs: 1, sm: 2 } }}>
        {onBack !== null && (
          <IconButton aria-label={text.back} onClick={onBack} sx={{ marginInlineStart: -1.5 }}>
            <ArrowBack data-points-along />
          </IconButton>
        )}
        <Heading takesFocus={onBack !== null}>{text.number({ number: orderName })}</Heading>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, flex: 1, '&& > *': { whiteSpace: 'normal' } }}>
          {!isScheduled(order) && <StateChip status={status} mode={deliveryMode} />}
          <ScheduledChip order={order} now={now} />
          <AgeChip state={age.state} />
          <EscalationChip order={order} />
          <SeenChip order={order} />
          <DriverChip order={order} />
          {order.isTest && <TestChip />}
        </Box>
      </Box>
      {tableOf(order) !== null && (
        <Typography dir="auto" sx={{ fontSize: '1.5rem', lineHeight: 1.25, fontWeight: 700, overflowWrap: 'anywhere' }}>
          {tableOf(order)}
        </Typography>
      )}
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {dotList([words.ordering.mode[deliveryMode], outlet.name, words.ordering.payment[paymentMethod]])}
      </Typography>
      <FiringNote order={order} />
      {!isScheduled(order) && <Deadline order={order} now={now} />}
      {status === 'Confirmed' && promisedAt !== null && (
        <Typography sx={{ fontWeight: 600 }}>
          {text.readyByLong({ time: outletTime(promisedAt, outlet.timeZone) })}
          {travelTime > 0 &&
            ` · ${text.doorBy({ time: outletTime(handedOverBy(new Date(promisedAt), travelTime).toISOString(), outlet.timeZone) })}`}
        </Typography>
      )}
    </div>
  );
}

/** On a phone the panel is a page of its own: the focus starts at its heading. */
function Heading({ takesFocus, children }: { takesFocus: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Typography
      ref={heading}
      tabIndex={-1}
      component="h2"
      variant="display"
      sx={{ outline: 'none', whiteSpace: 'nowrap' }}
    >
      {children}
    </Typography>
  );
}
