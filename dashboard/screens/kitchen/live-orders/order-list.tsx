import Check from '@mui/icons-material/Check';
import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keyframes } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { handedOverBy } from '#contract/ordering/ready-by.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { IncrementalRows } from '../../../components/list/incremental-rows.tsx';
import { amountText } from '../../../components/order/amount.ts';
import { placeOf } from '../../../components/order/order-place.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { timeLeft } from '../../../components/order/pause.ts';
import { AgeChip, Mark, StateChip, TestChip } from '../../../components/feedback/state-chip.tsx';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { DriverChip } from './order-driver.tsx';
import { ScheduledChip } from './scheduled-order.tsx';
import { SeenChip } from './order-escalation.tsx';
import { orderAge } from './order-age.ts';

const text = words.kitchen.liveOrders;

export function OrderSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const clear = (isByKeyboard: boolean) => {
    onChange('');
    // The cross goes, and the focus must not go with it. A tap has none to keep, and would open the keyboard of a tablet.
    if (isByKeyboard) field.current?.focus();
  };
  return (
    <TextField
      inputRef={field}
      type="text"
      placeholder={text.searchMore}
      value={value}
      helperText={null}
      sx={{ flex: '1 1 8.5rem', minWidth: 0 }}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { 'aria-label': text.search, maxLength: limits.name, enterKeyHint: 'search', autoComplete: 'off' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden />
            </InputAdornment>
          ),
          endAdornment: value !== '' && (
            <IconButton aria-label={text.clearSearch} edge="end" onClick={({ detail }) => clear(detail === 0)}>
              <Clear />
            </IconButton>
          ),
        },
      }}
    />
  );
}

interface OrderListProps {
  orders: readonly Order[];
  shownId: OrderId | null;
  now: Date;
  /** The reader sees several outlets, so each order names its own. */
  hasOutlets: boolean;
  onChoose: (id: OrderId) => void;
}

/** The row of an order in the list, while it has one. */
export function rowOf(id: OrderId): HTMLElement | null {
  return document.getElementById(id);
}

function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

export function OrderList({ orders, shownId, now, hasOutlets, onChoose }: OrderListProps) {
  useEffect(() => {
    const row = shownId === null ? null : rowOf(shownId);
    // Scrolling an element makes the next Tab begin there: a row in sight is left alone, so that Tab begins at the top of the page.
    if (row !== null && !isInWindow(row)) row.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  return (
    <Box
      component="ul"
      aria-label={text.list}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      <IncrementalRows rows={orders} as="li" through={orders.findIndex(({ _id }) => _id === shownId)}>
        {(order) => (
          <li key={order._id} id={order._id}>
            <OrderRow
              order={order}
              now={now}
              isShown={order._id === shownId}
              hasOutlet={hasOutlets}
              onChoose={() => onChoose(order._id)}
            />
          </li>
        )}
      </IncrementalRows>
    </Box>
  );
}

const edges: Record<Order['status'], string> = {
  New: 'var(--mui-palette-warning-main)',
  Confirmed: 'var(--mui-palette-info-main)',
  Ready: 'var(--mui-palette-success-main)',
  Completed: 'var(--mui-palette-divider)',
  Cancelled: 'var(--mui-palette-error-main)',
};

/** An order that has just come catches the eye twice, then stands still. */
const pulse = keyframes`50% { background-color: var(--mui-palette-tone-warnSoft); }`;

/** Where an order goes stays whole on a tablet, where the list is narrow. */
const twoLines = {
  // In large letters the amount goes below.
  flex: '1 1 8rem',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  color: 'text.secondary',
} as const;

interface OrderRowProps {
  order: Order;
  now: Date;
  isShown: boolean;
  hasOutlet: boolean;
  onChoose: () => void;
}

function OrderRow({ order, now, isShown, hasOutlet, onChoose }: OrderRowProps) {
  const { orderName, status, deliveryMode, customerName, totalPrice, currency } = order;
  const age = orderAge(order, now);
  return (
    <ButtonBase
      aria-current={isShown ? 'true' : undefined}
      onClick={onChoose}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        justifyContent: 'stretch',
        gap: 0.5,
        inlineSize: '100%',
        minHeight: 'var(--row)',
        px: 1.5,
        py: 0.75,
        textAlign: 'start',
        borderRadius: 1.5,
        borderStyle: 'solid',
        borderWidth: 1,
        borderInlineStartWidth: 4,
        borderColor: isShown ? 'primary.main' : 'divider',
        borderInlineStartColor: isScheduled(order) ? 'divider' : edges[status],
        bgcolor: isShown ? 'tone.primarySoft' : 'background.paper',
        animation: status === 'New' && !isScheduled(order) ? `${pulse} 600ms ease-in-out 2` : undefined,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography
          component="span"
          dir="ltr"
          sx={{ fontSize: '1.25rem', lineHeight: 1.3, fontWeight: 700, whiteSpace: 'nowrap' }}
        >
          {text.number({ number: orderName })}
        </Typography>
        <Box sx={{ flex: '1 1 auto', display: 'flex', flexWrap: 'wrap', gap: 0.5, '&& > *': { whiteSpace: 'normal' } }}>
          {!isScheduled(order) && <StateChip status={status} mode={deliveryMode} />}
          <ScheduledChip order={order} now={now} />
          <AgeChip state={age.state} />
          <SeenChip order={order} isShort />
          <MadeChip order={order} />
          <DriverChip order={order} />
          {order.isTest && <TestChip />}
        </Box>
        <Typography component="span" sx={{ marginInlineStart: 'auto', textAlign: 'end' }}>
          {dueText(order, age.minutes, now)}
        </Typography>
      </Box>
      <Line>
        <Typography component="span" variant="body2" sx={twoLines}>
          {dotList([
            ...(hasOutlet ? [order.outlet.name] : []),
            placeOf(order),
            customerName || words.ordering.deletedGuest,
          ])}
        </Typography>
        <Typography component="span" variant="body2" sx={{ whiteSpace: 'nowrap', marginInlineStart: 'auto' }}>
          {amountText(totalPrice, currency)}
        </Typography>
      </Line>
    </ButtonBase>
  );
}

/** How far the kitchen is, once it has begun. */
function MadeChip({ order: { status, cart } }: { order: Order }) {
  const madeCount = cart.filter(({ madeAt }) => madeAt !== null).length;
  if (status !== 'Confirmed' || madeCount === 0) return null;
  return (
    <Mark Icon={Check} color="success.main" background="tone.okSoft">
      {text.madeOf({ made: madeCount, all: cart.length })}
    </Mark>
  );
}

function Line({ children }: { children: React.ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>{children}</Box>;
}

/** A New order counts the minutes it waits; one in the kitchen says when it is promised, one for later when it begins. */
function dueText(order: Order, minutes: number, now: Date): string {
  const { status, promisedAt, firesAt, travelTime, outlet } = order;
  if (isScheduled(order) && firesAt !== null) return timeLeft(new Date(firesAt), now);
  if (status === 'Confirmed' && promisedAt !== null) {
    const time = outletTime(promisedAt, outlet.timeZone);
    const door = handedOverBy(new Date(promisedAt), travelTime).toISOString();
    return travelTime === 0
      ? text.readyBy({ time })
      : text.readyAndDoor({ time, door: outletTime(door, outlet.timeZone) });
  }
  return text.minutes({ minutes });
}
