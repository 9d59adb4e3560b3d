import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import WifiOff from '@mui/icons-material/WifiOff';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { words } from '../messages/words.ts';
import { paths } from '../paths.ts';
import { queries } from '../queries.ts';
import { Band } from './band.tsx';
import { useConnection } from './live-feed.tsx';
import { deviceTime } from './outlet-time.ts';

/** Says when the line is gone, and since when what is on the screen may be old (M04, R61). */
export function ConnectionBand() {
  const connection = useConnection();
  if (connection.kind !== 'lost') return null;
  const { lastUpdateAt } = connection;
  return (
    <Band tone="error" Icon={WifiOff} role="alert">
      <strong>{words.connection.lost}</strong>
      {' · '}
      {lastUpdateAt === null ? words.connection.noUpdate : words.connection.lastUpdate(deviceTime(lastUpdateAt))}
    </Band>
  );
}

/** Names what takes no orders now, on every page (M11). A mode that takes no payment is not offered, so not paused either. */
export function PausedBand() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const places = outlets
    .filter((outlet) => outlet.status)
    .flatMap(({ name, delivery, pickup, paymentMethod }) => [
      ...(!delivery && (paymentMethod.cashOnDelivery || paymentMethod.cardOnDelivery)
        ? [words.paused.place(name, words.mode.delivery)]
        : []),
      ...(!pickup && (paymentMethod.cash || paymentMethod.cardMachine)
        ? [words.paused.place(name, words.mode.pickup)]
        : []),
    ]);
  if (places.length === 0) return null;
  return (
    <Band
      tone="warn"
      Icon={PauseCircleOutlined}
      action={
        <Button color="inherit" component={Link} to={paths.pauseOrders()}>
          {words.paused.manage}
        </Button>
      }
    >
      {words.paused.paused(places.join(', '))}
    </Band>
  );
}
