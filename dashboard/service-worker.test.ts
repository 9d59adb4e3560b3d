import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from './routing/paths.ts';

type Listener = (event: {
  data?: object | null;
  notification?: object;
  waitUntil: (work: Promise<unknown>) => void;
}) => void;
const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
const matchAll = vi.fn(async (): Promise<object[]> => []);

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('registration', { showNotification });
  vi.stubGlobal('clients', { openWindow, matchAll });
  await import('./service-worker.ts');
  vi.unstubAllGlobals();
  // The worker reads these when an event comes.
  Object.assign(globalThis, { registration: { showNotification }, clients: { openWindow, matchAll } });
  return () => {
    for (const name of ['registration', 'clients']) Reflect.deleteProperty(globalThis, name);
  };
});
beforeEach(() => vi.clearAllMocks());

async function happen(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)!({ ...event, waitUntil: (promise) => work.push(promise) });
  await Promise.all(work);
}
const pushOf = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });

test('a push is shown as the server says it, once for each order', async () => {
  const order = { restaurant: 'one', language: 'ar', title: 'طلب جديد #5', body: 'لم يقبله أحد بعد.' };
  await happen('push', pushOf(JSON.stringify(order)));
  expect(showNotification).toHaveBeenCalledWith(
    order.title,
    expect.objectContaining({ body: order.body, lang: 'ar', dir: 'rtl', tag: `one ${order.title}`, renotify: true }),
  );
});

test.each([['no payload', { data: null }] as const, ['a payload of another form', pushOf('{')] as const])(
  'a push with %s is shown all the same',
  async (_, event) => {
    await happen('push', event);
    expect(showNotification).toHaveBeenCalledWith('Order Manager', expect.objectContaining({ body: '' }));
  },
);

test('a tap shows the page of live orders that is open, or a new one, and no other page', async () => {
  const close = vi.fn();
  const [settings, live] = ['/dashboard/settings', paths.liveOrders()].map((path) => ({
    url: `https://order.test${path}`,
    focus: vi.fn(async () => undefined),
  }));
  matchAll.mockResolvedValueOnce([settings!]);
  await happen('notificationclick', { notification: { close } });
  expect(openWindow).toHaveBeenCalledWith(paths.liveOrders());
  matchAll.mockResolvedValueOnce([settings!, live!]);
  await happen('notificationclick', { notification: { close } });
  expect(openWindow).toHaveBeenCalledOnce();
  expect(live!.focus).toHaveBeenCalledOnce();
  expect(settings!.focus).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledTimes(2);
});
