/**
 * The service worker of Order Manager, on devices where somebody allowed that they are told of new orders: it shows what a push says, and
 * opens Live Orders at a tap. It keeps no file and answers no request, so it can make no page old.
 */
import icon from './icons/icon-192.png?no-inline';

/** The payload of a push (server/modules/kitchen/escalation/push-orders.ts). */
interface PushedOrder {
  restaurant: string;
  language: string;
  title: string;
  body: string;
}

/** A page of this origin that is open in the browser. */
interface OpenPage {
  url: string;
  focus: () => Promise<unknown>;
}

interface WorkerEvent {
  data: { json: () => unknown } | null;
  notification: { close: () => void };
  waitUntil: (work: Promise<unknown>) => void;
}

/** The part of a worker's surroundings that is used here: the types of the page know nothing of workers. */
interface Worker {
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: object) => Promise<OpenPage[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: (
    type: 'install' | 'activate' | 'push' | 'notificationclick',
    listener: (event: WorkerEvent) => void,
  ) => void;
}

const worker = globalThis as unknown as Worker;

/** The same as `paths.liveOrders()`, which would bring half the application along. */
const liveOrders = '/dashboard/orders/live';

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openLiveOrders());
});

/** Something is shown in any case: a browser ends the subscription of a page that takes a push in silence. */
function show(data: WorkerEvent['data']): Promise<void> {
  const { restaurant = '', language = 'en', title = 'Order Manager', body = '' } = pushedOrder(data);
  return worker.registration.showNotification(title, {
    body,
    icon,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    // The second push of an order takes the place of the first, and sounds again.
    tag: `${restaurant} ${title}`,
    renotify: true,
    requireInteraction: true,
    vibrate: [300, 150, 300],
  });
}

function pushedOrder(data: WorkerEvent['data']): Partial<PushedOrder> {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** A page with something half typed in it stays as it is. */
async function openLiveOrders(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === liveOrders);
  await (open === undefined ? worker.clients.openWindow(liveOrders) : open.focus());
}
