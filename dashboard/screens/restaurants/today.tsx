import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { isLow } from '#contract/menu/low-stock.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { wallTime } from '#contract/base/time.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { countRinging } from '../../components/live/device-words.ts';
import { isAnyOpen } from '../../components/live/open-outlets.ts';
import { useDevices } from '../../components/live/use-devices.ts';
import { useLiveOrders } from '../../components/live/use-live-orders.ts';
import { useNow } from '../../components/live/use-now.ts';
import { amountText } from '../../components/order/amount.ts';
import { type Figure, FigureList } from '../../components/shell/figures.tsx';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { queries } from '../../api/queries.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { historyAddress } from '../ordering/history-view.ts';

const text = words.restaurants.getStarted;
const stock = words.menu.inventory;
const MINUTE = 60_000;
const count = (value: number) => value.toLocaleString(words.locale);

/** How the evening goes: orders at work and sold, who is open, what would ring, and what runs out (screens, wireframe 3). */
export function Today({ outlets }: { outlets: readonly Outlet[] }) {
  const headingId = useId();
  const now = useNow(MINUTE);
  const mayEdit = useMayEdit();
  // The day of the first outlet: a restaurant rarely spans two zones.
  const { date } = wallTime(now, outlets[0]!.timeZone);
  const day = useQuery({ ...queries.reportOfDay(date), refetchInterval: MINUTE, enabled: mayEdit });
  const open = useOpenOrders();
  const devices = countRinging(useDevices());
  const stockFigure = useStock();
  const active = outlets.filter(({ status }) => status);
  const ordersOfDay = historyAddress({ from: date, to: date, sold: 'true' });
  const figures: Figure[] = [
    open,
    ...(mayEdit && !day.isError
      ? [
          {
            label: text.figures.orders,
            value: day.data === undefined ? '…' : count(day.data.orders),
            hint: acceptedText(day.data?.secondsToAccept ?? null),
            to: ordersOfDay,
          },
          {
            label: text.figures.sales,
            value: day.data === undefined ? '…' : amountText(day.data.sales, day.data.currency),
            to: ordersOfDay,
          },
        ]
      : []),
    {
      label: text.figures.outlets,
      value: text.ofAll({ count: active.filter((outlet) => isAnyOpen([outlet], now)).length, all: active.length }),
      to: paths.outlets(),
    },
    ...(devices === null
      ? []
      : [
          {
            label: text.figures.devices,
            value: text.ofAll({ count: devices.ringing, all: devices.all }),
            hint: devices.ringing === 0 ? words.kitchen.devices.none : undefined,
            to: paths.liveOrders(),
          },
        ]),
    ...stockFigure,
  ];
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id={headingId} variant="h2">
        {text.today}
      </Typography>
      <FigureList name={text.today} figures={figures} />
      {day.isError && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Hint>{text.todayFailed}</Hint>
          <Button onClick={() => void day.refetch()}>{words.general.shell.tryAgain}</Button>
        </Box>
      )}
    </Box>
  );
}

/** Orders that somebody has to do something about now; scheduled ones wait for their time. */
function useOpenOrders(): Figure {
  const { orders, query } = useLiveOrders();
  const atWork = orders.filter((order) => !isScheduled(order) && ['New', 'Confirmed', 'Ready'].includes(order.status));
  const waiting = atWork.filter(({ status }) => status === 'New').length;
  return {
    label: text.figures.open,
    value: query.data === undefined ? '…' : count(atWork.length),
    hint: waiting === 0 ? undefined : words.general.shell.newOrders({ count: waiting }),
    to: paths.liveOrders(),
  };
}

/** Items that run out. None while there are none. */
function useStock(): Figure[] {
  const { data: items = [] } = useQuery(queries.items());
  const low = items.filter(isLow).length;
  const soldOut = items.filter(({ quantity }) => quantity === 0).length;
  if (low + soldOut === 0) return [];
  return [
    {
      label: text.figures.stock,
      value: commaList([
        ...(low > 0 ? [stock.lowCount({ count: low })] : []),
        ...(soldOut > 0 ? [stock.soldOutCount({ count: soldOut })] : []),
      ]),
      to: paths.inventory(low > 0 ? 'low' : 'sold-out'),
    },
  ];
}

function acceptedText(secondsToAccept: number | null): string | undefined {
  return secondsToAccept === null ? undefined : text.accepted({ minutes: Math.round(secondsToAccept / 60) });
}
