import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOf } from '../../../test/storage.ts';
import type { HeldAccount } from '../company/held-session.ts';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const accountOf = (person: string) => ({ user: { _id: person }, restaurant: { _id: 'r1' } }) as HeldAccount;
const refusal = (status: number) => () => Promise.resolve(new Response('', { status }));
const answer = (person: string) => () => Promise.resolve(Response.json(accountOf(person)));

/** A tab whose page waits for Ann when another tab logs in, and a server that gives these answers, one after the other. */
async function openTabBeside(...answers: ((init: RequestInit) => Promise<Response>)[]) {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('authorization'));
    return answers[sent.length - 1]!(init);
  });
  const session = await import('../../../api/session.ts');
  const { takeNextSession } = await import('./next-session.ts');
  session.startSession({ token: 't1', userType: 'merchant' });
  session.keepPage(() => true);
  session.loseSession();
  localStorage.setItem('token', 't2');
  session.refreshSession();
  const closing = new AbortController();
  const taking = takeNextSession(accountOf('ann'), session.currentSession()!.next!, closing.signal);
  return { ...session, sent, closing, taking };
}

/** The failure of a call has been read, and the next one is waited for. */
async function untilPause(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

const waiting = {
  token: 't1',
  userType: 'merchant',
  isOver: true,
  next: { token: 't2', userType: 'merchant' },
} as const;

test.each([
  ['lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['refused for the moment', refusal(503)],
  ['one of too many', refusal(429)],
])('a page goes on with the log-in of its person in another tab after a call that was %s', async (_, failure) => {
  const tab = await openTabBeside(failure, failure, answer('ann'));
  await untilPause();
  await vi.advanceTimersByTimeAsync(1999);
  expect(tab.sent).toEqual(['Bearer t2']);
  expect(tab.currentSession()).toEqual(waiting);
  await vi.advanceTimersByTimeAsync(1);
  await untilPause();
  await vi.advanceTimersByTimeAsync(2000);
  await tab.taking;
  expect(tab.sent).toEqual(['Bearer t2', 'Bearer t2', 'Bearer t2']);
  expect(tab.currentSession()).toEqual({ token: 't2', userType: 'merchant', openedWith: 't1' });
});

test('a call that hangs is given up after ten seconds, and made again', async () => {
  const limits: [number, AbortController][] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    const limit = new AbortController();
    limits.push([time, limit]);
    return limit.signal;
  });
  const hanging = ({ signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason));
    });
  const tab = await openTabBeside(hanging, answer('ann'));
  expect(limits.map(([time]) => time)).toEqual([10_000]);
  limits[0]![1].abort();
  await untilPause();
  await vi.advanceTimersByTimeAsync(2000);
  await tab.taking;
  expect(tab.currentSession()).toEqual({ token: 't2', userType: 'merchant', openedWith: 't1' });
});

test('a session of another tab that is over by now leaves the page to a log-in of its own', async () => {
  const tab = await openTabBeside(refusal(401));
  await tab.taking;
  expect(tab.currentSession()).toEqual({ token: 't1', userType: 'merchant', isOver: true });
  expect(localStorage.getItem('token')).toBe('');
});

test('a page is left for the session of somebody else in another tab', async () => {
  const tab = await openTabBeside(refusal(503), answer('bob'));
  await untilPause();
  await vi.advanceTimersByTimeAsync(2000);
  await tab.taking;
  expect(tab.currentSession()).toEqual({ token: 't2', userType: 'merchant' });
});

test.each([
  ['a log-out in the other tab', () => localStorage.removeItem('token'), null],
  [
    'the next log-in there',
    () => localStorage.setItem('token', 't3'),
    { ...waiting, next: { token: 't3', userType: 'merchant' } },
  ],
] as const)('nobody asks about a session any more after %s', async (_, change, session) => {
  const tab = await openTabBeside(refusal(503));
  await untilPause();
  change();
  await vi.advanceTimersByTimeAsync(10_000);
  await tab.taking;
  expect(tab.sent).toEqual(['Bearer t2']);
  expect(tab.currentSession()).toEqual(session);
});

test('nobody asks about a session any more once the dialog has closed', async () => {
  const tab = await openTabBeside(refusal(503));
  await untilPause();
  tab.closing.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await tab.taking;
  expect(tab.sent).toEqual(['Bearer t2']);
  expect(tab.currentSession()).toEqual(waiting);
});
