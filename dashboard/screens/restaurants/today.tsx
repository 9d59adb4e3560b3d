import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isLow } from '#contract/menu/low-stock.ts';
import { wallTime } from '#contract/base/time.ts';
import { roundAmountText } from '../../components/order/amount.ts';
import { useNow } from '../../components/live/use-now.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { commaList } from '../../words/lists.ts';

const text = words.restaurants.getStarted;
const stock = words.menu.inventory;
const MINUTE = 60_000;

/** How the day goes so far, on the calendar of an outlet: orders, money, and how soon they were accepted (screens, wireframe 3). */
export function Today({ timeZone }: { timeZone: string }) {
  const { date } = wallTime(useNow(MINUTE), timeZone);
  const today = useQuery({ ...queries.reportOfDay(date), refetchInterval: MINUTE });
  if (today.data === undefined && !today.isError) return <Skeleton aria-busy="true" variant="rounded" height={28} />;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {today.data === undefined ? text.todayFailed : todayText(today.data)}
      </Typography>
      <StockToday />
      {today.data === undefined && <Button onClick={() => void today.refetch()}>{words.general.shell.tryAgain}</Button>}
    </Box>
  );
}

/** Items that run out, with a link to the inventory. Hidden while there are none. */
function StockToday() {
  const { data: items = [] } = useQuery(queries.items());
  const low = items.filter(isLow).length;
  const soldOut = items.filter(({ quantity }) => quantity === 0).length;
  if (low + soldOut === 0) return null;
  return (
    <Button
      component={Link}
      to={paths.inventory(low > 0 ? 'low' : 'sold-out')}
      startIcon={<WarningAmber />}
      color="warning"
      sx={{ px: 1 }}
    >
      {commaList([
        ...(low > 0 ? [stock.lowCount({ count: low })] : []),
        ...(soldOut > 0 ? [stock.soldOutCount({ count: soldOut })] : []),
      ])}
    </Button>
  );
}

interface Day {
  orders: number;
  total: number;
  currency: string;
  /** Seconds until an accepted order was accepted; null while none was. */
  secondsToAccept: number | null;
}

function todayText({ orders, total, currency, secondsToAccept }: Day): string {
  if (orders === 0) return text.todayNone;
  const ordersText = text.today({ orders, total: roundAmountText(total, currency) });
  return secondsToAccept === null
    ? ordersText
    : `${ordersText} · ${text.accepted({ minutes: Math.round(secondsToAccept / 60) })}`;
}
