import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import type { HistoryOrder } from '#contract/ordering/order-history.ts';
import { amountNumber, amountText } from '../../components/order/amount.ts';
import { placeOf } from '../../components/order/order-place.ts';
import type { Column } from '../../components/list/list-table.tsx';
import { StateChip, TestChip } from '../../components/feedback/state-chip.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { channelText } from './channel-text.ts';

const text = words.ordering.history;

interface HistoryPlace {
  currency: string;
  /** Address of the list, which the order leads back to. */
  address: string;
  /** The restaurant has several outlets, so that each order names its own. */
  hasOutlets: boolean;
}

/** The columns of the history (screens, wireframe 5), sorted by the server. */
export function historyColumns({ currency, address, hasOutlets }: HistoryPlace): readonly Column<HistoryOrder>[] {
  const outletColumn: Column<HistoryOrder> = {
    key: 'outlet',
    label: text.columns.outlet,
    cell: ({ outlet }) => outlet.name,
    isFreeText: true,
    sortBy: 'server',
    width: 90,
  };
  return [
    {
      key: 'id',
      label: text.columns.id,
      cell: (order) => <OrderLink order={order} from={address} />,
      sortBy: 'server',
      isName: true,
      width: 68,
    },
    {
      key: 'customer',
      label: text.columns.customer,
      cell: (order) => <Guest order={order} />,
      isFreeText: true,
      sortBy: 'server',
      width: 132,
    },
    ...(hasOutlets ? [outletColumn] : []),
    {
      key: 'type',
      label: text.columns.type,
      cell: (order) => placeOf(order),
      isFreeText: true,
      isLesser: 'in tables',
      sortBy: 'server',
      width: 90,
    },
    {
      key: 'paymentMethod',
      label: text.columns.paymentMethod,
      cell: ({ paymentMethod }) => words.ordering.payment[paymentMethod],
      sortBy: 'server',
      isLesser: true,
      width: 132,
    },
    {
      key: 'status',
      label: text.columns.status,
      cell: ({ status, deliveryMode }) => <StateChip status={status} mode={deliveryMode} />,
      sortBy: 'server',
      width: 118,
    },
    {
      key: 'total',
      label: text.columns.total({ currency }),
      cell: (order) =>
        order.currency === currency
          ? amountNumber(order.totalPrice, currency)
          : amountText(order.totalPrice, order.currency),
      sortBy: 'server',
      isNumber: true,
      width: 80,
    },
    {
      key: 'platform',
      label: text.columns.platform,
      cell: ({ platform }) => channelText(platform),
      isFreeText: true,
      sortBy: 'server',
      isLesser: true,
      width: 114,
    },
    {
      key: 'createdAt',
      label: text.columns.createdAt,
      cell: ({ createdAt, orderDate, outlet }) => (
        <>
          <LocalTime at={createdAt} timeZone={outlet.timeZone} />
          {orderDate !== null && (
            <Box sx={{ color: 'text.secondary' }}>
              {text.wantedFor} <LocalTime at={orderDate} timeZone={outlet.timeZone} />
            </Box>
          )}
        </>
      ),
      sortBy: 'server',
      width: 92,
    },
  ];
}

function Guest({ order: { customerName, phoneNo } }: { order: HistoryOrder }) {
  return (
    <>
      <bdi>{customerName || words.ordering.deletedGuest}</bdi>
      <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        <bdi dir="ltr">{phoneNo}</bdi>
      </Box>
    </>
  );
}

function OrderLink({ order, from }: { order: HistoryOrder; from: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      <MuiLink
        component={Link}
        to={paths.order(order._id)}
        state={{ from }}
        sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, minWidth: 44, whiteSpace: 'nowrap' }}
      >
        {words.kitchen.liveOrders.number({ number: order.orderName })}
      </MuiLink>
      {order.isTest && <TestChip />}
    </Box>
  );
}

/** Date and time on the clock and calendar of the outlet. */
function LocalTime({ at, timeZone }: { at: string; timeZone: string }) {
  const { date, minuteOfDay } = wallTime(new Date(at), timeZone);
  return (
    <time dateTime={at}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {date}
      </Box>{' '}
      {timeOfMinutes(minuteOfDay)}
    </time>
  );
}
