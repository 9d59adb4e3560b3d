import Block from '@mui/icons-material/Block';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import WifiOff from '@mui/icons-material/WifiOff';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { type Mode, modes } from '#contract/base/enumerations.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { Band } from './band.tsx';
import { SupportAccessBands } from './support-access-band.tsx';
import { TabletBand } from './tablet-band.tsx';
import { useConnection } from '../live/live-updates.tsx';
import { NewOrdersBand } from '../live/new-orders-band.tsx';
import { deviceTime } from '../order/outlet-time.ts';
import { busyPlaces } from '../order/busy.ts';
import { pauseOf, resumeTime } from '../order/pause.ts';
import { useNow } from '../live/use-now.ts';
import { useReadPrinters } from '../printing/use-read-printers.ts';

const UnverifiedBand = lazy(async () => ({
  default: (await import('../../screens/accounts/unverified-band.tsx')).UnverifiedBand,
}));

const TestModeBand = lazy(async () => ({
  default: (await import('../../screens/payments/test-mode-band.tsx')).TestModeBand,
}));

const PaymentProblemsBand = lazy(async () => ({
  default: (await import('../../screens/payments/payment-problems-band.tsx')).PaymentProblemsBand,
}));

const RefusedGatewayBand = lazy(async () => ({
  default: (await import('../../screens/payments/refused-gateway-band.tsx')).RefusedGatewayBand,
}));

const LazyBusyBand = lazy(async () => ({
  default: (await import('../../screens/kitchen/busy/busy-band.tsx')).BusyBand,
}));

const LazyPrintersBand = lazy(async () => ({
  default: (await import('../../screens/printing/printers-band.tsx')).PrintersBand,
}));

/** The state of things, above every page of a merchant. */
export function ShellBands() {
  return (
    <>
      <ConnectionBand />
      <NewOrdersBand />
      <SupportAccessBands />
      <TabletBand />
      <EmailBand />
      <CancelledBand />
      <MoneyBands />
      <TestPaymentsBand />
      <PausedBand />
      <BusyBand />
      <PrintersBand />
    </>
  );
}

/** Says when the line is gone, and since when what is on the screen may be old (M04, R61). */
function ConnectionBand() {
  const connection = useConnection();
  if (connection.kind !== 'lost') return null;
  const { lastUpdateAt } = connection;
  return (
    <Band tone="error" Icon={WifiOff} role="alert">
      <strong>{words.general.connection.lost}</strong>
      {' · '}
      {lastUpdateAt === null
        ? words.general.connection.noUpdate
        : words.general.connection.lastUpdate({ time: deviceTime(lastUpdateAt) })}
    </Band>
  );
}

/** The platform has cancelled the restaurant, and why. */
function CancelledBand() {
  const { data: me } = useQuery(queries.me());
  if (me?.restaurant?.status !== 'cancelled') return null;
  return (
    <Band tone="error" Icon={Block} role="alert">
      {words.platform.admin.cancelledBand({ reason: me.restaurant.statusReason })}
    </Band>
  );
}

/** While the gateway is a test: guests seem to pay, and whoever cooks has to know. */
function TestPaymentsBand() {
  const { data: me } = useQuery(queries.me());
  if (me?.restaurant?.hasTestPayments !== true) return null;
  return (
    <Suspense>
      <TestModeBand />
    </Suspense>
  );
}

/** The money of accepted orders that is gone, or asked back, and the gateway that moves none. */
function MoneyBands() {
  const { data } = useQuery(queries.paymentProblems());
  if (data === undefined) return null;
  const {
    problems: [first, ...others],
    refusedGateway,
  } = data;
  return (
    <Suspense>
      {refusedGateway && <RefusedGatewayBand gateway={refusedGateway} />}
      {first !== undefined && <PaymentProblemsBand problems={[first, ...others]} />}
    </Suspense>
  );
}

/** An owner who has not confirmed their email is told what waits for it. */
function EmailBand() {
  const { data: me } = useQuery(queries.me());
  if (me?.restaurant?.isOwnerVerified !== false) return null;
  return (
    <Suspense>
      <UnverifiedBand email={me.user.email} isSupportAccess={me.isSupportAccess === true} />
    </Suspense>
  );
}

/** More would push the page below the fold. */
const placesNamed = { phone: 1, wider: 2 };

/** Names what takes no orders now, and until when, on every page (M11). A mode that takes no payment is not offered, so not paused either. */
function PausedBand() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const now = useNow(1000);
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const named = isNarrow ? placesNamed.phone : placesNamed.wider;
  const places = outlets
    .filter((outlet) => outlet.status)
    .flatMap((outlet) => modes.flatMap((mode) => pausedPlace(outlet, mode, now)));
  if (places.length === 0) return null;
  return (
    <Band
      tone="warn"
      Icon={PauseCircleOutlined}
      action={
        <Button color="inherit" component={Link} to={paths.pauseOrders()}>
          {words.outlets.pausedBand.manage}
        </Button>
      }
    >
      {words.outlets.pausedBand.paused({
        places: commaList(places.slice(0, named)),
        more: Math.max(0, places.length - named),
      })}
    </Band>
  );
}

/** While guests of an outlet see longer times. */
function BusyBand() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const now = useNow(1000);
  const places = busyPlaces(outlets, now);
  if (places.length === 0) return null;
  return (
    <Suspense>
      <LazyBusyBand places={places} now={now} />
    </Suspense>
  );
}

/** Tickets that a kitchen misses. */
function PrintersBand() {
  const { printers, readAt } = useReadPrinters();
  if (printers.length === 0) return null;
  return (
    <Suspense>
      <LazyPrintersBand printers={printers} readAt={readAt} />
    </Suspense>
  );
}

function pausedPlace(outlet: Outlet, mode: Mode, now: Date): string[] {
  const pays = outlet.modes.find((one) => one.mode === mode)?.paymentMethod;
  const takesPayment = pays !== undefined && (pays.cashOnDelivery || pays.cardOnDelivery);
  const pause = pauseOf(outlet, mode, now);
  if (pause.kind === 'open' || !takesPayment) return [];
  const place = words.outlets.pausedBand.place({ outlet: outlet.name, mode: words.ordering.mode[mode] });
  // Most outlets that take no orders at tables never did.
  if (pause.kind === 'off') return mode === 'dine-in' ? [] : [place];
  return [words.outlets.pauses.placeUntil({ place, time: resumeTime(pause.until, outlet.timeZone, now) })];
}
