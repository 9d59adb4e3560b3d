/**
 * Secrets and personal data are looked for in the whole log (R84), after every endpoint was called by every kind of caller with
 * planted words in its input, headers, cookies and query, and after the journeys that make secrets of their own.
 */
import { expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind } from '#contract/base/endpoint.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { isFieldProblemCode } from '#contract/base/field-problems.ts';
import { MovableLog, type Log } from './log.ts';
import { httpSms } from './modules/outbound/sms.ts';
import { smtpMail } from './modules/outbound/mail.ts';
import { makeSample, type Sample, sampleInput } from './test/data/sample-input.ts';
import { ownersPassword } from './test/data/restaurant.ts';
import { startApp, type TestApp } from './test/servers/app.ts';
import { makeCallers } from './test/servers/callers.ts';
import { rawCall, type RawInput } from './test/servers/raw-call.ts';

/** Nobody writes this word; a planted value says where it was. */
const mark = 'canaryword';
const plantedPhone = '+971555010203';

/** Headers in which secrets travel, some of them by mistake. */
const plantedHeaders = {
  cookie: `session=${mark}-cookie; language=${mark}-cookie`,
  referer: `https://${mark}-referer.test/reset?token=${mark}-referer-token`,
  'user-agent': `${mark}-agent`,
  'x-api-key': `${mark}-key`,
  'x-forwarded-for': `${mark}-forwarded`,
  'x-request-id': `${mark} is no id`,
  'idempotency-key': `${mark}-idempotency`,
  'if-none-match': `"${mark}-etag"`,
  'last-event-id': `${mark}-event`,
  'proxy-authorization': `Basic ${mark}`,
};

/** The same with every text, and every text below, replaced. */
function planted(value: unknown, where: string): unknown {
  if (typeof value === 'string') return /phone|number/i.test(where) ? plantedPhone : `${mark}-${where}`;
  if (Array.isArray(value)) return value.map((one) => planted(one, where));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, planted(one, name)]));
}

const secretNames = /token|secret|code|recovery|challenge|password|uri|qr/i;

/** The secrets that an answer hands out. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return secretNames.test(name) && value.length >= 8 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => secretsIn(one, key));
}

/** Codes of errors and the like, which are no secrets. */
const isWord = (text: string) => /^[a-z_]+\.[a-z_]+$/.test(text) || isFieldProblemCode(text);

async function callEverything(server: TestApp, sample: Sample): Promise<{ calls: number; secrets: Set<string> }> {
  const secrets = new Set<string>();
  let calls = 0;
  const routes = (Object.keys(api) as Route[]).filter((route) => api[route].answer !== 'stream');
  const call = async (route: Route, input: RawInput, token: string | undefined) => {
    calls += 1;
    const reply = await rawCall(server.app, route, input, token);
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const { code: _, ...answer } = isJson ? (JSON.parse(reply.text) as Record<string, unknown>) : {};
    for (const secret of secretsIn(answer)) if (!isWord(secret)) secrets.add(secret);
  };
  let tokens = await makeCallers(server.db, sample);
  for (const kind of ['anonymous', 'customer', 'owner', 'admin'] as const) {
    for (const route of routes) {
      const right = sampleInput[route](sample) as RawInput;
      const callers: readonly CallerKind[] = api[route].callers;
      const mayCall = callers.includes(kind) || callers.includes('anonymous');
      const token = tokens[kind];
      if (token !== undefined) secrets.add(token);
      const { body, form, params, query } = planted(right, 'value') as RawInput;
      const extra = { token: `${mark}-query-token`, code: `${mark}-query-code`, phone: plantedPhone };
      const input = { body, form, params, query: { ...query, ...extra }, headers: plantedHeaders };
      await call(route, input, token ?? `${mark}-bearer`);
      const cut = { ...right, bytes: Buffer.from(`{"password":"${mark}-cut`), headers: plantedHeaders };
      if (kind === 'anonymous') await call(route, cut, undefined);
      if (!mayCall) continue;
      await call(route, { ...right, headers: plantedHeaders }, token);
      // Callers who have signed themselves out, or erased themselves, come back.
      if (/signout|delete-customer|password/.test(route)) tokens = await makeCallers(server.db, sample);
    }
  }
  return { calls, secrets };
}

/** Sign-up, recovery, sign-in by code: what is sent to people is a secret until they use it. */
async function journeys(server: TestApp, { slug, tableCode, siteToken }: Sample): Promise<string[]> {
  const email = `${mark}-owner@example.test`;
  const signUp = sampleInput['POST /auth/signup']({} as Sample).body;
  await server.call('POST /auth/signup', { body: { ...signUp, email, password: `${mark} lamps 47 violet` } });
  await server.call('POST /auth/forgot-password', { body: { email } });
  const signedIn = { body: { email, password: `${mark} lamps 47 violet` } };
  const answers: unknown[] = [await server.call('POST /auth/signin', signedIn)];
  await server.call('POST /auth/signin', { body: { email, password: `${mark}-wrong` } }).catch(() => undefined);
  await server.call('POST /auth/sent-otp', { body: { restaurantName: slug, number: plantedPhone } });
  const code = /\d{5}/.exec(server.sms.at(-1)!.text)![0];
  const body = { restaurantName: slug, number: plantedPhone, otpCode: code };
  answers.push(await server.call('POST /auth/verify-otp', { body }));
  answers.push(await server.call('POST /auth/register-at-table', { body: { table: tableCode } }, siteToken));
  await expect.poll(() => server.mails.length).toBeGreaterThan(1);
  const links = server.mails
    .flatMap(({ text }) => [...text.matchAll(/[?&#](?:token|code)=([\w-]+)/g)])
    .map(([, token]) => token!);
  expect(links.length).toBeGreaterThan(0);
  return [...secretsIn(answers), ...links, tableCode, `"${code}"`];
}

test('no secret and nothing personal is in the log, however it was sent, not even in its finest level (R84)', async () => {
  const server = await startApp({ config: { logLevel: 'trace' }, expectsErrors: true });
  const sample = await makeSample(server);
  const told = await journeys(server, sample);
  const { calls, secrets } = await callEverything(server, sample);
  for (const path of [`/print/${mark}-printer`, `/${mark}-page/menu?token=${mark}`, `/media/${mark}/x`, `/%ff?${mark}`])
    await server.app.inject({ url: path, headers: plantedHeaders });
  const sent = [...server.mails, ...server.sms].map(({ to }) => to);
  await server.close();

  const log = server.log.join('');
  expect(calls).toBeGreaterThan(800);
  expect(server.log.length).toBeGreaterThan(calls);
  expect(secrets.size).toBeGreaterThan(20);
  const personal = [plantedPhone, ...sent].flatMap((to) => [to, to.replace('+971', '')]);
  const searched = [mark, ownersPassword, 'not the current one', ...told, ...secrets, ...personal, sample.tableCode];
  expect([...new Set(searched)].filter((secret) => log.includes(secret))).toEqual([]);
  // Names, addresses and notes of the restaurant's people.
  expect(log).not.toContain(sample.canary);
  for (const name of ['Layla', 'Haddad', 'Harbour Road', 'Marina Walk', 'Omar']) expect(log).not.toContain(name);
});

test('a gateway or a mail server that fails puts neither its password nor a message into the log', async () => {
  const lines: string[] = [];
  const write = (facts: object, message: string) => {
    const text = Object.values(facts).map((fact) =>
      fact instanceof Error ? `${fact.stack} ${String(fact.cause)}` : String(fact),
    );
    lines.push(`${message} ${text.join(' ')}`);
  };
  const log: Log = new MovableLog({ debug: write, info: write, warn: write, error: write });
  const language: Language = 'en';
  const text = `${mark}-text`;
  for (const url of [`http://127.0.0.1:9/${mark}-path?key=${mark}-query`, 'http://127.0.0.1:9/'])
    await httpSms({ url, authorization: `Bearer ${mark}-gateway` }, log)
      .send({ to: plantedPhone, text, key: `${mark}-message` })
      .catch(() => undefined);
  await smtpMail(
    { url: `smtp://user:${mark}-smtp@127.0.0.1:9`, from: 'a@b.test', requireTLS: false, patience: 300 },
    log,
  )
    .send({ to: `${mark}@example.test`, subject: text, text, html: `<p lang="${language}">${text}</p>` })
    .catch(() => undefined);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join('\n')).not.toContain(mark);
  expect(lines.join('\n')).not.toContain(plantedPhone);
});
