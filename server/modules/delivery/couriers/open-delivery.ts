/**
 * A courier company that speaks the logistics calls of Open Delivery 2.0.0-rc. Source: Abrasel-Nacional/opendelivery-v2,
 * reference/v2/logistics.openapi.yaml, November 2026. Its `orderId` is our delivery, not our order: an order that came back can be sent
 * again, and the specification allows one delivery of an `orderId`.
 */
import { createHmac } from 'node:crypto';
import { isId, type DeliveryId } from '#contract/base/ids.ts';
import { isCurrency } from '#contract/base/currency-digits.ts';
import { forbiddenInLine } from '#contract/base/fields.ts';
import { minorUnits } from '#contract/base/money.ts';
import type { Config } from '#server/config.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { LruCache } from '#server/lru-cache.ts';
import { openPublicFetch } from '#server/modules/outbound/public-fetch.ts';
import {
  CourierFailed,
  type CourierQuote,
  type CourierRequest,
  type CourierService,
  type CourierStop,
  type CourierView,
  NotGenuine,
} from './courier.ts';

/** The account of a restaurant at a company. */
export interface CourierAccount {
  apiUrl: string;
  merchantId: string;
  clientId: string;
  clientSecret: string;
}

const timeoutMs = 10_000;
/** Seconds before its end in which a token is not used any more. */
const tokenMarginSeconds = 60;
/** Tokens by account; a restart asks for new ones. */
const tokens = new LruCache<string, { token: string; untilMs: number }>(500);

const states = {
  PENDING: 'pending',
  ASSIGNED: 'assigned',
  IN_TRANSIT: 'collected',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
} as const;
/** Characters of a name and of a number that are kept. */
const mostText = { name: 100, phone: 40 } as const;

/** An answer; the body is null where it is no JSON. */
interface Answer {
  status: number;
  body: unknown;
}

export function openDeliveryService(account: CourierAccount, config: Pick<Config, 'mode'>): CourierService {
  const { apiUrl, merchantId, clientId, clientSecret } = account;
  const base = apiUrl.replace(/\/+$/, '');
  const fetch = openPublicFetch(config);
  const tokenKey = createHmac('sha256', clientSecret).update(`${base} ${clientId}`).digest('hex');

  async function send(path: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { accept: 'application/json', ...headers },
      body,
      signal,
    }).catch((error: unknown) => {
      throw new CourierFailed(`${nameOf(path)} was not answered`, 'silent', { cause: error });
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  }

  async function signIn(): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'od.logistics' });
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await send('/oauth/token', 'POST', headers, form.toString());
    if (status === 400 || status === 401 || status === 403) throw new CourierFailed('The keys were refused', 'keys');
    const { access_token: token, expires_in: lifetime } = partsOf(body);
    if (status !== 200 || typeof token !== 'string' || token === '')
      throw new CourierFailed(`The token was answered ${status}`, 'silent');
    const seconds = Math.min(typeof lifetime === 'number' ? lifetime : 300, 86_400) - tokenMarginSeconds;
    tokens.set(tokenKey, { token, untilMs: performance.now() + seconds * 1000 }, 1);
    return token;
  }

  /** Asks with a token, and once more with a new one where it is not accepted any more. */
  async function ask(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    for (let isAgain = false; ; isAgain = true) {
      const known = isAgain ? undefined : tokens.get(tokenKey);
      const token = known !== undefined && performance.now() < known.untilMs ? known.token : await signIn();
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // The specification has none: it does a delivery once by its id. Servers that know the header use it.
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const answer = await send(path, method, headers, body === undefined ? undefined : JSON.stringify(body));
      if (answer.status === 401 && known !== undefined) continue;
      const failed = (kind: CourierFailed['kind']) =>
        new CourierFailed(`${nameOf(path)} was answered ${answer.status}`, kind);
      // The keys were accepted for the token a moment ago.
      if (answer.status === 401 || answer.status === 403) throw failed('not_allowed');
      // 501: the company has no such call, and will have none in a minute.
      if (answer.status === 429 || (answer.status >= 500 && answer.status !== 501)) throw failed('silent');
      return answer;
    }
  }

  const pathOf = (id: DeliveryId, end = '') => `/logistics/delivery/${id}${end}`;
  const refused = (what: string, status: number) => new CourierFailed(`${what} was answered ${status}`, 'refused');

  return {
    signIn: async () => void (await signIn()),

    async quote({ from, to }): Promise<CourierQuote> {
      const body = { merchantId, origin: addressOf(from), destination: addressOf(to) };
      const { status, body: answer } = await ask('POST', '/logistics/availability', body);
      if (status >= 400) return { isAvailable: false, fee: null, minutes: null };
      const { available, deliveryFee, estimatedDeliveryMinutes: minutes } = partsOf(answer);
      if (typeof available !== 'boolean') throw new CourierFailed('The availability is of another shape', 'refused');
      const { value, currency } = partsOf(deliveryFee);
      const isPriced = isCount(value, mostFee) && typeof currency === 'string' && isCurrency(currency);
      return {
        isAvailable: available,
        fee: isPriced ? { amount: minorUnits(value), currency } : null,
        minutes: isCount(minutes, mostMinutes) ? minutes : null,
      };
    },

    async order({ deliveryId, from, to, guest, note }: CourierRequest) {
      const body = {
        orderId: deliveryId,
        merchantId,
        origin: addressOf(from),
        destination: addressOf(to),
        customer: guest,
        ...(note !== '' && { observations: note }),
      };
      const { status } = await ask('POST', '/logistics/delivery', body, deliveryId);
      if (status >= 300) throw refused('An order', status);
    },

    async look(deliveryId): Promise<CourierView | null> {
      const { status, body } = await ask('GET', pathOf(deliveryId));
      if (status === 404) return null;
      const { status: said, courier } = partsOf(body);
      // A status of a later version is no answer: what is known stays.
      if (status !== 200 || typeof said !== 'string' || !isStatus(said))
        throw new CourierFailed(`A delivery was answered ${status}`, 'silent');
      const state = states[said];
      if (typeof courier !== 'object' || courier === null) return { state, name: null, phone: null, trackingUrl: null };
      const { name, phone, trackingUrl } = partsOf(courier);
      return {
        state,
        name: textOf(name, mostText.name) ?? '',
        phone: textOf(phone, mostText.phone),
        trackingUrl: webAddress(trackingUrl),
      };
    },

    async sayReady(deliveryId) {
      const { status } = await ask('POST', pathOf(deliveryId, '/ready-for-pickup'));
      // 409: a courier has it already.
      if (status >= 300 && status !== 409) throw refused('Ready for pickup', status);
    },

    async cancel(deliveryId) {
      const body = { cancellationCode: 'MERCHANT_REQUEST' };
      const { status } = await ask('POST', pathOf(deliveryId, '/cancel'), body, `${deliveryId} cancel`);
      if (status === 409 || status === 422) return false;
      if (status >= 300 && status !== 404) throw refused('A cancellation', status);
      return true;
    },

    readNotification(raw, headers) {
      const signature = Buffer.from(headers['x-app-signature'] ?? '', 'hex');
      if (!isSameBytes(signature, createHmac('sha256', clientSecret).update(raw).digest())) throw new NotGenuine();
      const { orderId } = partsOf(jsonOf(raw));
      return typeof orderId === 'string' && isId(orderId) ? (orderId as DeliveryId) : null;
    },
  };
}

/** Whether a notification carries a signature of the right form, which nobody needs a key to see. */
export function isSignedEvent(headers: Record<string, string | undefined>): boolean {
  return /^[0-9a-f]{64}$/i.test(headers['x-app-signature'] ?? '');
}

/** A path without the id, for the log. */
function nameOf(path: string): string {
  return path.replace(/\/delivery\/[^/]+/, '/delivery/{id}');
}

/** All of these are required by the specification; what is not known is empty. */
function addressOf({ street, complement, area, postcode, country, pin }: CourierStop) {
  return {
    street,
    ...(complement !== '' && { complement }),
    neighborhood: area,
    city: area,
    state: '',
    country,
    postalCode: postcode,
    ...(pin !== null && { coordinates: { latitude: pin.latitude, longitude: pin.longitude } }),
  };
}

/** The fields of an object; none of anything else. */
function partsOf(value: unknown): Record<string, unknown> {
  return Object(value) as Record<string, unknown>;
}

function isStatus(status: string): status is keyof typeof states {
  return Object.hasOwn(states, status);
}

/** The dearest courier, in minor units, and the slowest: anything beyond is a mistake. */
const [mostFee, mostMinutes] = [100_000_000, 10_000];

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** One line; null for an empty one as well. The database refuses some characters, and keeps half a letter as another one. */
function textOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  const letters = Array.from(value.trim()).filter((letter) => !forbiddenInLine.test(letter));
  return letters.slice(0, most).join('').trim() || null;
}

/** Guests and staff open it: nothing but https. */
function webAddress(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > 500 || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' ? href : null;
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return null;
  }
}
