/**
 * A payment gateway that speaks as Stripe does, for development and tests: it keeps accounts, pages and money in memory. Any key
 * that begins with `sk_test_` is an account of its own.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, type Checkout, type LedgerEntry, ledgerOf, newAccount } from './accounts.ts';
import { answerCall, type ApiAnswer, refusal } from './api.ts';
import { ApiError, missing } from './api-error.ts';
import { answerBank, type Card, findCheckout, pay } from './checkouts.ts';
import { type Faults, noFaults } from './faults.ts';
import { returnRefunds as returnRefundsOf } from './money.ts';
import { openNotifier } from './notify.ts';
import { answerPage } from './pages.ts';
import { payOut as payOutAccount } from './payouts.ts';
import { Params } from './params.ts';

export interface PaymentGatewayOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Refuses addresses of notifications that only this machine reaches, as the real gateway does. */
  isStrict?: boolean;
  /** A number from 0 to below 1; tests give their own, so that the same faults happen again. `path` is that of a call which may fail. */
  random?: (path?: string) => number;
  /** Awaited before a call does its work: tests have other things happen meanwhile. */
  before?: (path: string) => Promise<void>;
}

/** A changing call as it came in, in the order of their arrival. */
interface ReceivedCall {
  account: string;
  method: string;
  path: string;
  /** The parameters, with names as they were written: `metadata[payment_id]`. */
  form: Record<string, string>;
  idempotencyKey: string | undefined;
  version: string | undefined;
}

export interface PaymentGateway {
  url: string;
  /** Changed at once by `setFaults`; what is not named stays. */
  setFaults(change: Partial<Faults>): void;
  /** The books, in the gateway's units. */
  ledger(): LedgerEntry[];
  /** The last thousand. */
  calls: readonly ReceivedCall[];
  /** Acts as a guest on the page: chooses a card, presses Pay, and says yes to their bank. */
  pay(sessionUrl: string, card?: Card): void;
  /** Transfers to the bank what all accounts have; by hand, a transfer is not itemised. */
  payOut(isAutomatic?: boolean): void;
  /** The banks of guests return all refunds that the account of the key has made or taken on. */
  returnRefunds(key: string): void;
  /** The account of the key has another one from now on, and the former one is refused. */
  rollKey(key: string, next: string): void;
  /** The key lacks the right to make calls that begin so, as 'POST /v1/refunds', like a restricted one; null gives it all rights again. */
  restrictKey(key: string, call: string | null): void;
  /** Resolves when no notification is on its way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const keptCalls = 1000;

export async function startPaymentGateway(options: PaymentGatewayOptions = {}): Promise<PaymentGateway> {
  const { port = 0, isStrict = false, random = Math.random, before } = options;
  const faults: Faults = { ...noFaults };
  const accounts = new Map<string, Account>();
  const rolledKeys = new Set<string>();
  /** The beginnings of calls that keys lack the right to make. */
  const forbidden = new Map<string, string>();
  const calls: ReceivedCall[] = [];
  const notifier = openNotifier(faults, random);
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
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const body = Buffer.concat(await request.toArray()).toString();
    const form = new URLSearchParams(body);
    if (!pathname.startsWith('/v1/')) {
      const page = answerPage({ method: request.method ?? '', pathname, query: searchParams, form }, pageSurroundings);
      response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html);
      return;
    }
    await before?.(pathname);
    const answer = answerApi(request, pathname, request.method === 'GET' ? searchParams : form);
    const isChange = request.method === 'POST';
    if (faults.answerDelayMs > 0) await sleep(faults.answerDelayMs);
    if (isChange && random() < faults.cut) {
      response.destroy();
      return;
    }
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': `req_${randomBytes(7).toString('hex')}`,
        ...(answer.isReplayed && { 'idempotent-replayed': 'true' }),
      })
      .end(JSON.stringify(answer.body));
  }

  function answerApi({ method = '', headers }: IncomingMessage, path: string, given: URLSearchParams): ApiAnswer {
    const key = /^Bearer (sk_test_\w+)$/.exec(headers.authorization ?? '')?.[1];
    if (key === undefined || rolledKeys.has(key)) {
      const message = 'Invalid API Key provided: the simulator takes keys that begin with sk_test_';
      return { ...refusal(new ApiError(401, { type: 'invalid_request_error', message })), isReplayed: false };
    }
    const account = accounts.get(key) ?? newAccount(key);
    accounts.set(key, account);
    const idempotencyKey = headers['idempotency-key'] as string | undefined;
    if (method === 'POST') {
      const version = headers['stripe-version'] as string | undefined;
      calls.push({ account: key, method, path, form: Object.fromEntries(given), idempotencyKey, version });
      if (calls.length > keptCalls) calls.shift();
    }
    const lacking = forbidden.get(key);
    if (lacking !== undefined && `${method} ${path}`.startsWith(lacking)) {
      const message = `The provided key does not have the required permissions for '${lacking}'`;
      return { ...refusal(new ApiError(403, { type: 'invalid_request_error', message })), isReplayed: false };
    }
    const call = { account, method, path, params: Params.parse(given), request: `${path}?${given}`, idempotencyKey };
    const share = method === 'POST' ? faults.failing : faults.readFailing;
    const isFailing = share > 0 && random(path) < share;
    const isStuck = () => faults.stuckRefunds > 0 && random() < faults.stuckRefunds;
    return answerCall(call, { notifier, pages: url, isStrict, minimum: faults.minimum, isStuck }, isFailing);
  }

  function findPage(id: string): Checkout {
    const account = [...accounts.values()].find(({ checkouts }) => checkouts.has(id));
    if (account === undefined) throw missing('page', id);
    return findCheckout(account, id);
  }

  const ledger = () => [...accounts.values()].flatMap(ledgerOf);
  const payOut = (isAutomatic = true) => accounts.forEach((account) => payOutAccount(account, isAutomatic));
  const pageSurroundings = { findPage, faults, ledger, notify: notifier.notify, payOut };

  return {
    url,
    setFaults: (change) => void Object.assign(faults, change),
    ledger,
    calls,
    pay(sessionUrl, card = 'succeeds') {
      const page = findPage(new URL(sessionUrl).pathname.slice('/pay/'.length));
      if (pay(page, card, notifier.notify) === 'asks') answerBank(page, true, notifier.notify);
    },
    payOut,
    returnRefunds(key) {
      const account = accounts.get(key);
      if (account !== undefined) returnRefundsOf(account, notifier.notify);
    },
    rollKey(key, next) {
      accounts.set(next, accounts.get(key) ?? newAccount(next));
      accounts.delete(key);
      rolledKeys.add(key);
      rolledKeys.delete(next);
    },
    restrictKey(key, call) {
      if (call === null) forbidden.delete(key);
      else forbidden.set(key, call);
    },
    settled: () => notifier.settled(),
    async close() {
      notifier.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
