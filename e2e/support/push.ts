/**
 * Pushes in journeys. Their browser shows no notification and reaches no push service: permission, subscription and what the worker
 * shows are stand-ins. The worker and its handling of a push are the product's.
 */
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { sampleSubscription } from '#server/test/data/sample-subscription.ts';

export async function standInForSubscriptions(context: BrowserContext): Promise<void> {
  const { p256dh, auth } = sampleSubscription('');
  await context.addInitScript(
    (keys) => {
      const key = 'subscription of the test';
      const stored = () => {
        const endpoint = localStorage.getItem(key);
        if (endpoint === null) return null;
        const unsubscribe = async () => {
          localStorage.removeItem(key);
          return true;
        };
        return { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe } as unknown as PushSubscription;
      };
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.getSubscription = async () => stored();
      PushManager.prototype.subscribe = async (options) => {
        if (options?.userVisibleOnly !== true || typeof options.applicationServerKey !== 'string')
          throw new TypeError('The subscription would be silent or anybody could send to it');
        localStorage.setItem(key, `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`);
        return stored()!;
      };
    },
    { p256dh, auth },
  );
}

/** Hands a payload to the page's service worker, as the browser does with one that it has decrypted. */
export async function deliver(page: Page, payload: object): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(page.url()).href.startsWith(scopeURL));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const data = JSON.stringify(payload);
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

/** Notes what the worker shows. @returns how to read it. */
export async function noteShown(worker: Worker): Promise<() => Promise<unknown[]>> {
  await worker.evaluate(() => {
    const shown: object[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      const { body, dir, lang, icon } = options ?? {};
      shown.push({ title, body, dir, lang, hasIcon: (await fetch(icon ?? '')).ok });
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
}
