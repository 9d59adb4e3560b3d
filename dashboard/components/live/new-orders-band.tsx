import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import VolumeOff from '@mui/icons-material/VolumeOff';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { reachedKitchenAt } from '#contract/ordering/scheduled-order.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import { queries } from '../../api/queries.ts';
import { enableSound } from '../../live/new-order-sound.ts';
import { paths } from '../../routing/paths.ts';
import { useAddressParams, withParam } from '../../routing/use-address-params.ts';
import { words } from '../../words/words.ts';
import { useIsReadOnly } from '../feedback/editing-area.tsx';
import { Band } from '../shell/band.tsx';
import { useWorksNowhere } from '../shell/works-nowhere.tsx';
import { countRinging, silenceReason } from './device-words.ts';
import { isAnyOpen } from './open-outlets.ts';
import { outletInAddress } from './outlet-in-address.ts';
import { useDevices } from './use-devices.ts';
import { useWaitingOrders } from './use-live-orders.ts';
import { useSoundState } from './use-new-order-sound.ts';
import { useNow } from './use-now.ts';

const text = words.kitchen.newOrderSound;

/** The minutes in the band are never older than this. */
const TICK = 5000;

/**
 * On every page: new orders that nobody has accepted, and silence. Live orders lists the orders itself, so there the band is about the
 * sound, and about new orders of outlets that are not shown: they ring as well.
 */
export function NewOrdersBand() {
  const { pathname } = useLocation();
  const isOnLiveOrders = pathname === paths.liveOrders();
  const [params, changeParams] = useAddressParams();
  const { data: outlets = [] } = useQuery(queries.outlets());
  const shownOutlet = isOnLiveOrders ? outletInAddress(outlets, params) : null;
  const waiting = useWaitingOrders();
  const elsewhere = waiting.filter(({ outletId }) => shownOutlet !== null && outletId !== shownOutlet);
  const now = useNow(TICK);
  const { isSilent, reason, doesNoneRing } = useSilence(
    waiting.length > 0 || isOnLiveOrders || pathname === paths.kitchen(),
    now,
  );
  const listed = isOnLiveOrders ? elsewhere : waiting;
  // Said all the time while one outlet is shown alone: a band that comes and goes would move the orders below from under a finger.
  const none = shownOutlet === null ? null : text.noneElsewhere;
  const orders = listed.length === 0 ? none : (isOnLiveOrders ? text.elsewhere : text.waiting)(age(listed, now));
  if (orders === null && !isSilent) return null;
  const isWarning = isSilent || listed.length > 0;
  const tone = isSilent && doesNoneRing ? 'error' : isWarning ? 'warn' : 'info';
  return (
    <Band
      tone={tone}
      Icon={isSilent ? VolumeOff : NotificationsActiveOutlined}
      action={
        <>
          {orders !== null && !isOnLiveOrders && (
            <Button color="inherit" component={Link} to={paths.liveOrders()}>
              {words.general.shell.liveOrders}
            </Button>
          )}
          {orders !== null && isOnLiveOrders && (
            <Button color="inherit" onClick={() => changeParams((before) => withParam(before, 'outlet', null))}>
              {words.kitchen.liveOrders.allOutlets}
            </Button>
          )}
          {isSilent && (
            <Button
              variant="contained"
              color={tone === 'error' ? 'error' : 'warning'}
              onClick={() => void enableSound()}
            >
              {text.enable}
            </Button>
          )}
        </>
      }
    >
      {orders !== null && <strong>{orders}</strong>}
      {orders !== null && isSilent && ' · '}
      {isSilent && <output>{reason}</output>}
    </Band>
  );
}

/**
 * Why this device is silent, where somebody should do something about it: until its browser lets it ring, and whenever no device of
 * the restaurant rings. Support access rings for nobody, and nothing rings for who works at no outlet.
 */
function useSilence(isAlwaysSaid: boolean, now: Date): { isSilent: boolean; doesNoneRing: boolean; reason: string } {
  const sound = useSoundState();
  const devices = useDevices();
  const isSupportAccess = useIsReadOnly();
  const { data: outlets = [] } = useQuery(queries.outlets());
  const doesNoneRing = countRinging(devices)?.ringing === 0;
  const worksNowhere = useWorksNowhere();
  const isSilent = !isSupportAccess && !worksNowhere && (sound === 'locked' || (sound === 'off' && doesNoneRing));
  const why = sound === 'locked' ? text.isOff : silenceReason(devices ?? []).join(' · ');
  return {
    isSilent: isSilent && (isAlwaysSaid || isAnyOpen(outlets, now)),
    doesNoneRing,
    reason: doesNoneRing ? `${words.kitchen.devices.none} · ${why}` : why,
  };
}

/** The orders, and how many minutes the oldest has waited. */
function age(orders: readonly Order[], now: Date): { count: number; minutes: number } {
  const oldest = Math.min(...orders.map((order) => Date.parse(reachedKitchenAt(order))));
  const minutes = Math.max(0, Math.floor((now.getTime() - oldest) / MINUTE));
  return { count: orders.length, minutes };
}
