/** The subscription of this browser, by which a guest is told of an order while no page is open. */
import type { Client } from '#contract/base/client.ts';

export interface GuestPush {
  /** The public key of the server, in base64url. */
  publicKey: string;
  /** This browser is told of the guest's orders. */
  isAllowed: boolean;
}

/** Looks and asks for nothing. Null where the browser cannot be told, or its owner does not want it. */
export async function readPush(call: Client['call']): Promise<GuestPush | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null;
  if (Notification.permission === 'denied') return null;
  const subscription = await (await readyManager()).getSubscription();
  return call('POST /auth/push-state', { body: { endpoint: subscription?.endpoint ?? null } });
}

/**
 * Asks the guest, subscribes, and tells the server. Call it from a tap: browsers refuse a page that asks by itself.
 * @returns false when the guest has said no.
 */
export async function allowPush(call: Client['call'], publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const manager = await readyManager();
  // An address that another guest's session had is not used again.
  await (await manager.getSubscription())?.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  try {
    await call('POST /auth/allow-push', { body });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

export async function endPush(call: Client['call']): Promise<void> {
  await call('POST /auth/end-push', {});
  await (await (await readyManager()).getSubscription())?.unsubscribe();
}

/** Waits for the worker that keeps the menu, which every page of a site registers. */
async function readyManager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}
