/**
 * A courier company that speaks the logistics calls of Open Delivery 2, for development and tests: it keeps its deliveries in memory. Any
 * client ID is an account, whose secret is the one that it was first used with, unless that begins with `wrong`.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The ways in which the company, or the line to it, can fail. Shares are from 0 (never) to 1 (always). */
interface CourierFaults {
  /** Notifications wait so many milliseconds. */
  notificationDelayMs: number;
  /** 1: each waits for a time of its own, up to that. */
  shuffled: number;
  /** Each notification is sent so many times, at once. */
  copies: number;
  /** The share of notifications that are never sent. */
  dropped: number;
  /** The share beside which another says that the order was delivered, signed with a wrong secret. */
  forged: number;
  /** Answers wait so many milliseconds after the work. */
  answerDelayMs: number;
  /** The share of changing calls that are answered 503 without the work. */
  failing: number;
  /** The share of changing calls whose connection is cut after the work. */
  cut: number;
  /** 1: a look is answered 503. */
  readFailing: number;
  /** 1: nothing is available. */
  away: number;
  /** 1: a delivery is refused, 409. */
  refusing: number;
  /** The status of every call that says that an order is ready, such as 404; 0: they are taken. */
  unready: number;
}

const noFaults: CourierFaults = {
  notificationDelayMs: 0,
  shuffled: 0,
  copies: 1,
  dropped: 0,
  forged: 0,
  answerDelayMs: 0,
  failing: 0,
  cut: 0,
  readFailing: 0,
  away: 0,
  refusing: 0,
  unready: 0,
};

export type CompanyStatus = 'PENDING' | 'ASSIGNED' | 'IN_TRANSIT' | 'DELIVERED' | 'CANCELLED' | 'FAILED';

/** A delivery as the company has it. Each is a courier that somebody pays for. */
interface CompanyDelivery {
  orderId: string;
  clientId: string;
  status: CompanyStatus;
  body: Record<string, unknown>;
  courier: { name: string; phone: string; vehicleType: string; trackingUrl: string } | null;
  isReady: boolean;
  /** Its statuses, in their order. */
  history: CompanyStatus[];
}

export interface CourierCompanyServer {
  url: string;
  setFaults(change: Partial<CourierFaults>): void;
  /** The price, in minor units, and how long it takes. */
  setPrice(value: number, currency: string, minutes: number): void;
  /** Where notifications about deliveries of this client go. */
  notifyAt(clientId: string, url: string): void;
  deliveries: readonly CompanyDelivery[];
  /** The changing calls as they came in. */
  calls: readonly { method: string; path: string; key: string | undefined }[];
  /** The courier goes on. */
  advance(orderId: string, status: CompanyStatus): void;
  /** Resolves when no notification is on its way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const next: Readonly<Record<CompanyStatus, readonly CompanyStatus[]>> = {
  PENDING: ['ASSIGNED', 'CANCELLED'],
  // A courier may give the order to another.
  ASSIGNED: ['IN_TRANSIT', 'CANCELLED', 'PENDING'],
  IN_TRANSIT: ['DELIVERED', 'FAILED'],
  DELIVERED: [],
  CANCELLED: [],
  FAILED: [],
};
const isOpen = ({ status }: CompanyDelivery) => next[status].length > 0;

export async function startCourierCompany({ port = 0, random = Math.random } = {}): Promise<CourierCompanyServer> {
  const faults = { ...noFaults };
  const secrets = new Map<string, string>();
  const tokens = new Map<string, string>();
  const notifyUrls = new Map<string, string>();
  const deliveries: CompanyDelivery[] = [];
  const calls: { method: string; path: string; key: string | undefined }[] = [];
  const underway = new Set<Promise<void>>();
  const closing = new AbortController();
  const price = { value: 1200, currency: 'AED', minutes: 35 };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const raw = Buffer.concat(await request.toArray()).toString();
    const isChange = method === 'POST' && pathname.startsWith('/logistics/delivery');
    if (isChange) calls.push({ method, path: pathname, key: headers['idempotency-key'] as string | undefined });
    const isFailing = random() < (isChange ? faults.failing : method === 'GET' ? faults.readFailing : 0);
    const [status, body] = isFailing
      ? [503, { code: 'UNAVAILABLE', message: 'Try again' }]
      : answer({ method, path: pathname, query: searchParams, raw, bearer: headers.authorization });
    if (faults.answerDelayMs > 0) await sleep(faults.answerDelayMs);
    if (isChange && random() < faults.cut) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function answer(call: {
    method: string;
    path: string;
    query: URLSearchParams;
    raw: string;
    bearer: string | undefined;
  }): [number, object] {
    const { method, path, query, raw, bearer } = call;
    if (path === '/oauth/token') return giveToken(new URLSearchParams(raw));
    // For people who try the product by hand.
    if (path === '/faults') {
      for (const [name, value] of query) if (name in faults) faults[name as keyof CourierFaults] = Number(value);
      return [200, faults];
    }
    if (path === '/deliveries') return [200, deliveries];
    if (path === '/advance') {
      advance(query.get('orderId') ?? '', query.get('status') as CompanyStatus);
      return [200, deliveries];
    }
    const clientId = tokens.get(bearer?.replace(/^Bearer /, '') ?? '');
    if (clientId === undefined) return [401, { code: 'UNAUTHORIZED', message: 'No such token' }];
    if (path === '/logistics/availability') return [200, available()];
    if (path === '/logistics/delivery') return create(clientId, JSON.parse(raw) as Record<string, unknown>);
    const [, orderId = '', end] = /^\/logistics\/delivery\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    const delivery = deliveries.find((one) => one.orderId === orderId && one.clientId === clientId);
    if (delivery === undefined) return [404, { code: 'DELIVERY_NOT_FOUND', message: 'No such delivery' }];
    if (method === 'GET') return [200, shown(delivery)];
    return end === 'cancel' ? cancel(delivery) : sayReady(delivery);
  }

  function giveToken(form: URLSearchParams): [number, object] {
    const [clientId, secret] = [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
    const known = secrets.get(clientId) ?? secret;
    if (clientId === '' || secret.startsWith('wrong') || secret !== known) return [401, { error: 'invalid_client' }];
    secrets.set(clientId, secret);
    const token = randomBytes(16).toString('hex');
    tokens.set(token, clientId);
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600 }];
  }

  function available(): object {
    if (faults.away > 0) return { available: false, unavailableReason: 'OUT_OF_COVERAGE' };
    const { value, currency, minutes } = price;
    return { available: true, estimatedDeliveryMinutes: minutes, deliveryFee: { value, currency } };
  }

  function create(clientId: string, body: Record<string, unknown>): [number, object] {
    if (faults.refusing > 0) return [409, { code: 'IMPOSSIBLE', message: 'Not in this context' }];
    const orderId = String(body['orderId']);
    const known = deliveries.find((one) => one.orderId === orderId && one.clientId === clientId);
    if (known !== undefined) return [202, { deliveryId: `d-${orderId}` }];
    const delivery: CompanyDelivery = {
      orderId,
      clientId,
      status: 'PENDING',
      body,
      courier: null,
      isReady: false,
      history: ['PENDING'],
    };
    deliveries.push(delivery);
    notify(delivery);
    return [202, { deliveryId: `d-${orderId}` }];
  }

  function cancel(delivery: CompanyDelivery): [number, object] {
    if (delivery.status === 'CANCELLED') return [202, {}];
    if (!next[delivery.status].includes('CANCELLED')) return [409, { code: 'INVALID_STATE', message: 'Too late' }];
    change(delivery, 'CANCELLED');
    return [202, {}];
  }

  function sayReady(delivery: CompanyDelivery): [number, object] {
    if (faults.unready > 0) return [faults.unready, { code: 'NOT_HEARD', message: 'No such call, or not for you' }];
    if (!isOpen(delivery)) return [409, { code: 'INVALID_STATE', message: 'It is over' }];
    delivery.isReady = true;
    return [202, {}];
  }

  function advance(orderId: string, status: CompanyStatus): void {
    const delivery = deliveries.find((one) => one.orderId === orderId);
    if (delivery === undefined) throw new Error(`No delivery ${orderId}`);
    if (!next[delivery.status].includes(status)) throw new Error(`${delivery.status} does not become ${status}`);
    change(delivery, status);
  }

  function change(delivery: CompanyDelivery, status: CompanyStatus): void {
    delivery.status = status;
    delivery.history.push(status);
    if (status === 'PENDING') delivery.courier = null;
    if (status === 'ASSIGNED') {
      const trackingUrl = `https://couriers.test/follow/${delivery.orderId}`;
      delivery.courier = { name: 'Karim', phone: '+971509998877', vehicleType: 'MOTORCYCLE', trackingUrl };
    }
    notify(delivery);
  }

  function notify(delivery: CompanyDelivery): void {
    const target = notifyUrls.get(delivery.clientId);
    if (target === undefined) return;
    const secret = secrets.get(delivery.clientId)!;
    if (random() < faults.forged) post(target, { ...shown(delivery), status: 'DELIVERED' }, 'of somebody else');
    if (random() < faults.dropped) return;
    for (let copy = 0; copy < faults.copies; copy++) post(target, shown(delivery), secret);
  }

  function post(target: string, said: object, secret: string): void {
    const body = JSON.stringify({ eventId: randomBytes(8).toString('hex'), ...said });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const waitMs = faults.notificationDelayMs * (faults.shuffled > 0 ? random() : 1);
    const sending = sleep(waitMs, undefined, { signal: closing.signal })
      .then(() =>
        fetch(target, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-app-signature': signature },
          body,
          signal: closing.signal,
        }),
      )
      .then(
        (answered) => answered.body?.cancel(),
        () => undefined,
      )
      .finally(() => underway.delete(sending));
    underway.add(sending);
  }

  return {
    url,
    setFaults: (changed) => void Object.assign(faults, changed),
    setPrice: (value, currency, minutes) => void Object.assign(price, { value, currency, minutes }),
    notifyAt: (clientId, target) => void notifyUrls.set(clientId, target),
    deliveries,
    calls,
    advance,
    async settled() {
      while (underway.size > 0) await Promise.all(underway);
    },
    async close() {
      closing.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function shown({ orderId, status, courier }: CompanyDelivery): object {
  return { orderId, deliveryId: `d-${orderId}`, status, ...(courier !== null && { courier }) };
}
