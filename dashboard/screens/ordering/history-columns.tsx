import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import type { HistoryOrder } from '#contract/ordering/order-history.ts';
import { amountInField, amountText } from '../../components/order/amount.ts';
import { placeOf } from '../../components/order/order-place.ts';
import type { Column } from '../../components/list/list-table.tsx';
import { StateChip, TestChip } from '../../components/feedback/state-chip.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';

const text = words.ordering.history;

/** The columns of the history (screens, wireframe 5), sorted by the server. `address`: of the list, which the order leads back to. */
export function historyColumns(currency: string, address: string): readonly Column<HistoryOrder>[] {
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
      cell: ({ customerName }) => customerName || words.ordering.deletedGuest,
      isFreeText: true,
      sortBy: 'server',
      width: 98,
    },
    {
      key: 'phone',
      label: text.columns.phone,
      cell: ({ phoneNo }) => <bdi dir="ltr">{phoneNo}</bdi>,
      sortBy: 'server',
      isLesser: true,
      width: 126,
    },
    {
      key: 'outlet',
      label: text.columns.outlet,
      cell: ({ outlet }) => outlet.name,
      isFreeText: true,
      sortBy: 'server',
      width: 90,
    },
    {
      key: 'type',
      label: text.columns.type,
      cell: (order) => placeOf(order),
      isFreeText: true,
      sortBy: 'server',
      width: 90,
    },
    {
      key: 'paymentMethod',
      label: text.columns.paymentMethod,
      cell: ({ paymentMethod }) => words.ordering.payment[paymentMethod],
      sortBy: 'server',
      isLesser: true,
      width: 84,
    },
    {
      key: 'status',
      label: text.columns.status,
      cell: ({ status, deliveryMode }) => <StateChip status={status} mode={deliveryMode} />,
      sortBy: 'server',
      width: 128,
    },
    {
      key: 'total',
      label: text.columns.total({ currency }),
      cell: (order) =>
        order.currency === currency
          ? amountInField(order.totalPrice, currency)
          : amountText(order.totalPrice, order.currency),
      sortBy: 'server',
      isNumber: true,
      width: 80,
    },
    {
      key: 'platform',
      label: text.columns.platform,
      cell: ({ platform }) => platform,
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

function OrderLink({ order, from }: { order: HistoryOrder; from: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      <MuiLink
        component={Link}
        to={paths.order(order._id)}
        state={{ from }}
        sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, minWidth: 44 }}
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
