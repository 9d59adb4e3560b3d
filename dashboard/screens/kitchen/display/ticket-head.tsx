import LocalMallOutlined from '@mui/icons-material/LocalMallOutlined';
import MopedOutlined from '@mui/icons-material/MopedOutlined';
import TableRestaurantOutlined from '@mui/icons-material/TableRestaurantOutlined';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type { Mode } from '#contract/base/enumerations.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { handedOverBy, readyBy } from '#contract/ordering/ready-by.ts';
import { tableOf } from '../../../components/order/order-place.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { words } from '../../../words/words.ts';
import { orderAge } from '../live-orders/order-age.ts';
import { ticketAge } from './ticket-age.ts';
import { ticketRem } from './ticket-size.ts';
import type { Ticket } from './tickets.ts';

const text = words.kitchen.display;

const modeIcons: Record<Mode, typeof SvgIcon> = {
  delivery: MopedOutlined,
  pickup: LocalMallOutlined,
  'dine-in': TableRestaurantOutlined,
};

interface TicketHeadProps {
  ticket: Ticket;
  headingId: string;
  now: Date;
  hasOutlet: boolean;
}

/** Which order, how urgent in a word and a colour, how it leaves, how long it has taken and when it is promised. */
export function TicketHead({ ticket, headingId, now, hasOutlet }: TicketHeadProps) {
  const { order } = ticket;
  const { outlet, deliveryMode, isTest } = order;
  const state = stateOf(ticket, now);
  const table = tableOf(order);
  const Icon = modeIcons[deliveryMode];
  return (
    <Box
      sx={{
        px: 1.25,
        py: 0.75,
        color: state.color,
        bgcolor: state.background,
        borderBlockEnd: 2,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          columnGap: 1,
        }}
      >
        <Typography id={headingId} component="h2" sx={{ fontSize: ticketRem(2.25), lineHeight: 1.1, fontWeight: 800 }}>
          {words.kitchen.liveOrders.number({ number: order.orderName })}
        </Typography>
        <Typography sx={{ fontSize: ticketRem(1.375), lineHeight: 1.2, fontWeight: 800 }}>{state.text}</Typography>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          fontSize: ticketRem(1.125),
          lineHeight: 1.3,
          fontWeight: 600,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1, minInlineSize: 0 }}>
          <Icon aria-hidden />
          <Box
            component="span"
            dir="auto"
            sx={
              table === null
                ? {}
                : { fontSize: ticketRem(1.625), lineHeight: 1.15, fontWeight: 800, overflowWrap: 'anywhere' }
            }
          >
            {table ?? words.ordering.mode[deliveryMode]}
          </Box>
        </Box>
        {hasOutlet && (
          <Box component="span" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {outlet.name}
          </Box>
        )}
        {isTest && <span>{words.kitchen.liveOrders.test}</span>}
        <Box component="span" sx={{ marginInlineStart: 'auto', textAlign: 'end' }}>
          {[text.minutes({ minutes: orderAge(order, now).minutes }), ...dueTexts(order)].map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              {/* A line ends between two facts. */}
              <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                {fact}
              </Box>
            </Fragment>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

/** When the dishes are to be ready and, of a delivery, at the door. */
function dueTexts(order: Order): string[] {
  const { travelTime, outlet } = order;
  const timeAt = (instant: Date) => outletTime(instant.toISOString(), outlet.timeZone);
  const ready = readyBy(order);
  const by = text.by({ time: timeAt(ready) });
  return travelTime === 0 ? [by] : [by, text.door({ time: timeAt(handedOverBy(ready, travelTime)) })];
}

interface HeadStyle {
  text: string;
  color: string;
  background: string;
}

const solid = (tone: 'warning' | 'error' | 'info') => ({ color: `${tone}.contrastText`, background: `${tone}.main` });

function stateOf({ kind, order }: Ticket, now: Date): HeadStyle {
  if (kind === 'stopped') return { text: text.stopped, color: 'background.paper', background: 'text.primary' };
  if (kind === 'again') return { text: text.again, ...solid('info') };
  const age = ticketAge(order, now);
  switch (age.kind) {
    case 'on time':
      return { text: text.onTime, color: 'success.main', background: 'tone.okSoft' };
    case 'due soon':
      return { text: text.dueSoon, ...solid('warning') };
    case 'late':
      return { text: text.late({ minutes: age.minutes }), ...solid('error') };
  }
}
