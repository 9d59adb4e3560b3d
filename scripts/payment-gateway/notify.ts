/** Signed notifications to the endpoints of accounts, with the faults that tests and people switch on. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { type Account, newId, type NotifiedEndpoint, secondsNow } from './accounts.ts';
import type { Notify } from './checkouts.ts';
import type { Faults } from './faults.ts';

type Notification = Pick<
  Stripe.EventBase,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request' | 'type'
> & { data: { object: object } };

/** Waits before a notification that was not taken is sent again, in milliseconds. */
const againAfter = [500, 2000, 8000];
const patienceMs = 10_000;
const oldSeconds = 600;

interface Delivery {
  url: string;
  payload: string;
  secret: string;
  /** How long ago it claims to have been signed. */
  ageSeconds: number;
  delayMs: number;
  /** Sent again until it is taken. */
  isGenuine: boolean;
  signal: AbortSignal;
}

export interface Notifier {
  notify: Notify;
  /** Says "paid" of something that is not, signed by somebody else. */
  forge(account: Account, object: object): void;
  /** Resolves when none is on its way. */
  settled(): Promise<void>;
  close(): void;
}

export function openNotifier(faults: Readonly<Faults>, random: () => number): Notifier {
  const closing = new AbortController();
  const underway = new Set<Promise<void>>();

  function send({ url, secret }: NotifiedEndpoint, event: Notification, wrong: Partial<Delivery> = {}): void {
    const sending = deliver({
      url,
      payload: JSON.stringify(event),
      secret: secret!,
      ageSeconds: 0,
      delayMs: faults.notificationDelayMs * (faults.shuffled > 0 ? random() : 1),
      isGenuine: Object.keys(wrong).length === 0,
      signal: closing.signal,
      ...wrong,
    })
      // Closed: what is left is not sent.
      .catch(() => undefined)
      .finally(() => underway.delete(sending));
    underway.add(sending);
  }

  function eachEndpoint(account: Account, type: Stripe.Event.Type, sendTo: (endpoint: NotifiedEndpoint) => void): void {
    for (const endpoint of account.endpoints) {
      if (endpoint.enabled_events.includes(type) || endpoint.enabled_events.includes('*')) sendTo(endpoint);
    }
  }

  function forge(account: Account, object: object): void {
    const type = 'checkout.session.completed';
    const said = { ...object, object: 'checkout.session', status: 'complete', payment_status: 'paid' };
    eachEndpoint(account, type, (endpoint) =>
      send(endpoint, newEvent(type, said), { secret: 'whsec_of_somebody_else' }),
    );
  }

  return {
    notify(account, type, object) {
      // Things change while notifications wait: this one says how they were.
      const event = newEvent(type, structuredClone(object));
      eachEndpoint(account, type, (endpoint) => {
        if (random() < faults.forged) forge(account, object);
        if (random() < faults.old) send(endpoint, event, { ageSeconds: oldSeconds });
        if (random() < faults.dropped) return;
        for (let copy = 0; copy < faults.copies; copy++) send(endpoint, event);
      });
    },
    forge(account, object) {
      if (random() < faults.forged) forge(account, object);
    },
    async settled() {
      while (underway.size > 0) await Promise.all(underway);
    },
    close: () => closing.abort(),
  };
}

function newEvent(type: Stripe.Event.Type, object: object): Notification {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: null,
    created: secondsNow(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  };
}

async function deliver({ url, payload, secret, ageSeconds, delayMs, isGenuine, signal }: Delivery): Promise<void> {
  for (const wait of [delayMs, ...(isGenuine ? againAfter : [])]) {
    await sleep(wait, undefined, { signal });
    if (await post(url, payload, sign(payload, secret, secondsNow() - ageSeconds), signal)) return;
  }
}

/** Stripe's scheme: HMAC-SHA256 with the endpoint's secret over time and body. */
function sign(payload: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

async function post(url: string, payload: string, signature: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
