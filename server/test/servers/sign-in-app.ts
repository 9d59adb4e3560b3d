/**
 * The endpoints of accounts and guests behind the real HTTP layer, with a clock that can be moved and messages that can
 * be read.
 */
import { api } from '#contract/base/api.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import type { Log } from '#server/log.ts';
import { findCaller } from '#server/modules/accounts/sessions/find-caller.ts';
import { createPasswords, type Passwords } from '#server/modules/accounts/passwords/passwords.ts';
import { openWithProof } from '#server/modules/accounts/second-factor/require-proof.ts';
import { accountRoutes } from '#server/modules/accounts/routes.ts';
import { customerRoutes } from '#server/modules/customers/routes.ts';
import { openOutbox } from '#server/modules/outbound/jobs/outbox.ts';
import { type MailMessage, MailNotSent } from '#server/modules/outbound/mail.ts';
import { type SmsMessage, SmsNotSent } from '#server/modules/outbound/sms.ts';
import { openVoiceCalls } from '#server/modules/outbound/voice-calls.ts';
import { startBareServer } from './bare-server.ts';
import { testLog } from './log.ts';
import { openMemoryList } from '#server/test/data/erasure-list.ts';

const routes = [
  'POST /auth/signin',
  'POST /auth/signin-code',
  'POST /auth/signin-set-up',
  'POST /auth/signin-confirm',
  'GET /auth/factor',
  'POST /auth/set-up-factor',
  'POST /auth/confirm-factor',
  'POST /auth/remove-factor',
  'POST /auth/new-recovery-codes',
  'POST /auth/signin-passkey-challenge',
  'POST /auth/signin-passkey',
  'POST /auth/proof-challenge',
  'GET /auth/passkeys',
  'POST /auth/begin-passkey',
  'POST /auth/add-passkey',
  'POST /auth/rename-passkey/:id',
  'POST /auth/remove-passkey/:id',
  'POST /auth/mail-company-link',
  'POST /auth/find-company',
  'POST /auth/begin-company-signin',
  'POST /auth/finish-company-signin',
  'POST /auth/link-company',
  'GET /restaurant/get-company',
  'POST /restaurant/connect-company',
  'POST /restaurant/try-company',
  'POST /restaurant/finish-company-trial',
  'POST /restaurant/switch-company',
  'POST /restaurant/unlink-company/:id',
  'POST /restaurant/disconnect-company',
  'GET /auth/tablet',
  'POST /auth/set-pin',
  'POST /auth/share-tablet',
  'POST /auth/unshare-tablet',
  'POST /auth/switch-person',
  'POST /auth/lock-tablet',
  'POST /auth/signup',
  'GET /auth/signup-terms',
  'POST /auth/signout',
  'GET /auth/me',
  'POST /auth/choose-language',
  'POST /auth/forgot-password',
  'POST /auth/recover-password',
  'POST /auth/verify-email',
  'POST /auth/resend-verification',
  'POST /auth/change-email',
  'POST /auth/change-password',
  'GET /auth/sessions',
  'POST /auth/end-session/:id',
  'POST /auth/signout-everywhere',
  'POST /auth/sent-otp',
  'POST /auth/verify-otp',
  'POST /auth/register-customer',
  'POST /auth/register-at-table',
  'GET /auth/customer',
  'GET /auth/addresses',
  'POST /auth/save-address',
  'POST /auth/delete-address/:id',
  'POST /auth/push-state',
  'POST /auth/allow-push',
  'POST /auth/end-push',
  'GET /auth/code-settings',
  'POST /auth/update-code-settings',
] as const;
type SignInRoute = (typeof routes)[number];

interface SignInAppOptions {
  rateLimits?: boolean;
  passwords?: Passwords;
  log?: Log;
  config?: Partial<Config>;
}

interface CallOptions {
  token?: string;
  /** The client's address; a new one for each test keeps their limits apart. */
  from?: string;
  headers?: Record<string, string>;
  /** The id in the path. */
  id?: string;
}

/** The answer of a call; `body` may have any shape. */
export interface Answer {
  status: number;
  body: Record<string, never> & { code?: string; msg?: string; fields?: Record<string, string> };
  headers: Record<string, unknown>;
}

/** Cheap hashes; the default cost has a test of its own. */
export const cheapPasswords = () => createPasswords({ memoryKib: 64, passes: 1 });

export async function startSignInApp(db: Db, options: SignInAppOptions = {}) {
  let now = new Date('2026-03-02T09:00:00Z');
  let isGatewayDown = false;
  let isMailDown = false;
  const sent: SmsMessage[] = [];
  const clock = () => now;
  const config = {
    mode: 'development',
    secret: 'a key that only this test has, 32 b',
    rateLimits: options.rateLimits ?? true,
    trialDays: 30,
    defaultCurrency: 'AED',
    defaultLocale: 'en',
    publicUrl: 'https://order.test:8443',
    ...options.config,
  } as Config;
  const sms = {
    async send({ to, text }: SmsMessage) {
      if (isGatewayDown) throw new SmsNotSent('The gateway is down', 'not_accepted');
      sent.push({ to, text });
    },
  };
  const mails: MailMessage[] = [];
  const mail = {
    async send(message: MailMessage) {
      if (isMailDown) throw new MailNotSent('The mail server is down', 'not_accepted');
      mails.push(message);
    },
  };
  const log = options.log ?? testLog;
  const closed: string[] = [];
  const streams = {
    closeOf: (tokenHashes: readonly Buffer[]) => {
      closed.push(...tokenHashes.map((hash) => hash.toString('hex')));
    },
  };
  const erasures = openMemoryList().list;
  const calls = openVoiceCalls({ calls: undefined }, sms, log);
  const drivers = { streams, erasures, mail, sms, calls, push: { send: async () => 'sent' as const } };
  const outbox = openOutbox({
    db,
    clock,
    log,
    handlers: jobHandlers({ database: { db, target: {} }, ...drivers, config, log, clock }),
  });
  const passwords = options.passwords ?? cheapPasswords();
  const withProof = openWithProof({ db, config, clock, passwords });
  const deps = { db, config, clock, outbox, streams, log, passwords, withProof };
  const server = await startBareServer(
    Object.fromEntries(routes.map((route) => [route, api[route]])),
    { ...accountRoutes(deps), ...customerRoutes(deps) },
    { clock, findCaller: (token, at) => findCaller(db, token, at), checkAnswers: true },
  );

  return {
    sent,
    mails,
    clock,
    config,
    /** Resolves when the work after the answers is done. */
    settle: () => outbox.settle(),
    /** Hashes, in hex, of the tokens whose streams were closed. */
    closed,
    setMailDown: (isDown: boolean) => {
      isMailDown = isDown;
    },
    /** Moves the clock forward. */
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    setGatewayDown: (isDown: boolean) => {
      isGatewayDown = isDown;
    },
    /** The code in the newest message to the number. */
    codeFor: (phone: string) => sent.findLast(({ to }) => to === phone)?.text.slice(0, 5) ?? '',
    async call(
      route: SignInRoute,
      body?: object,
      { token, from = '127.0.0.1', headers, id = '' }: CallOptions = {},
    ): Promise<Answer> {
      const [method, path] = route.replace(':id', id).split(' ') as ['GET' | 'POST', string];
      const response = await server.inject({
        method,
        url: `/api/v1${path}`,
        remoteAddress: from,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
  };
}

export type SignInApp = Awaited<ReturnType<typeof startSignInApp>>;

/** A valid form, for an email that nobody else has. */
export function signUpForm(email: string) {
  return {
    firstName: 'Layla',
    lastName: 'Haddad',
    email,
    country: 'United Arab Emirates',
    countryCode: '+971',
    mobileNumber: '501234567',
    restaurant: 'Miller’s Café & Grill',
    outlets: '2 - 5 outlets',
    chatfoodInformer: 'Friend',
    password: 'violet anchor 47 lamps',
  };
}
