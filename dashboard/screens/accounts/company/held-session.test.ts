import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOf } from '../../../test/storage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser that is logged in, and a server that answers so when it is asked about the session. */
async function openBrowser(answer: () => Response | Promise<Response>) {
  const asked = vi.fn();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked(new Headers(init.headers).get('authorization'));
    return answer();
  });
  const session = await import('../../../api/session.ts');
  const { loseHeldSession } = await import('./held-session.ts');
  session.startSession({ token: 't1', userType: 'merchant' });
  return { ...session, loseHeldSession, asked };
}

const over = () => new Response('', { status: 401 });

test('a session that a new password has ended is lost, and other tabs hear of it', async () => {
  const browser = await openBrowser(over);
  await browser.loseHeldSession();
  expect(browser.asked.mock.calls).toEqual([['Bearer t1']]);
  expect(browser.currentSession()).toBeNull();
  expect(localStorage.getItem('token')).toBe('');
});

test.each([
  ['of somebody else', () => Response.json({ user: { _id: 'bob' } })],
  ['that the server cannot be asked about', () => new Response('', { status: 503 })],
  ['of a browser without a connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a session %s is kept', async (_, answer) => {
  const browser = await openBrowser(answer);
  await browser.loseHeldSession();
  expect(browser.currentSession()).toEqual({ token: 't1', userType: 'merchant' });
  expect(localStorage.getItem('token')).toBe('t1');
});

test('a session that another tab begins meanwhile is kept', async () => {
  const browser = await openBrowser(() => {
    localStorage.setItem('token', 't2');
    return over();
  });
  await browser.loseHeldSession();
  expect(browser.currentSession()).toEqual({ token: 't2', userType: 'merchant' });
  expect(localStorage.getItem('token')).toBe('t2');
});

test('nobody is asked about where nobody is logged in, and a page that waits in another tab is not given up', async () => {
  const browser = await openBrowser(over);
  localStorage.setItem('token', '');
  await browser.loseHeldSession();
  expect(browser.asked).not.toHaveBeenCalled();
  expect(localStorage.getItem('token')).toBe('');
});
