/** The subscription of this browser, by which it is told of orders while no page is open. */
import type { OutletId } from '#contract/base/ids.ts';
import { client } from '../api/api.ts';
import { storedDevice } from './device.ts';

/**
 * `home_screen` is an iPhone or iPad whose browser takes pushes only for a page on the home screen. `denied` can be undone in the
 * settings of the browser alone.
 */
export type PushState = 'unsupported' | 'home_screen' | 'denied' | 'off' | 'on';

const workerAddress = '/dashboard/service-worker.js';
const scope = '/dashboard/';

/** Looks and asks for nothing, so that a page may do so when it opens. */
export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouch() ? 'home_screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await findSubscription()) === null ? 'off' : 'on';
}

/**
 * Asks the person, subscribes, and tells the server. Call it from a tap: browsers refuse a page that asks by itself.
 * @param publicKey of the server, in base64url.
 * @returns false when the person has said no.
 */
export async function allowPush(publicKey: string, outletIds: readonly OutletId[] | null): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register(workerAddress, { scope });
  const registration = await navigator.serviceWorker.ready;
  // An address that another person's session had is not used again.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const { deviceId } = storedDevice();
  const body = {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    outletIds: listOf(outletIds),
    ...(deviceId !== undefined && { deviceId }),
  };
  try {
    await client.call('POST /device/allow-push', { body });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/**
 * Binds the subscription to the present session. It ends where the server knows nothing of it: somebody has logged out here since, or has
 * removed the device.
 */
export async function keepPush(outletIds: readonly OutletId[] | null): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === null) return;
  const { endpoint } = subscription;
  const { isKnown } = await client.call('POST /device/keep-push', { body: { endpoint, outletIds: listOf(outletIds) } });
  if (!isKnown) await subscription.unsubscribe();
}

/** Ends the subscription; the server has removed the device, or learns of its end from the push service. */
export async function endPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function listOf(outletIds: readonly OutletId[] | null): OutletId[] | null {
  return outletIds === null ? null : [...outletIds];
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}
