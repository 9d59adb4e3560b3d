import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOf } from '../test/storage.ts';

const store = new Map<string, string>();
const tab = new Map<string, string>();

/** The module as a freshly opened tab has it: it reads the storage when it is loaded. */
function openTab() {
  vi.resetModules();
  return import('./session.ts');
}

beforeEach(() => {
  store.clear();
  vi.stubGlobal('localStorage', storageOf(store));
});
beforeEach(() => {
  tab.clear();
  vi.stubGlobal('sessionStorage', storageOf(tab));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a session is the token and the user type, and survives a reload', async () => {
  (await openTab()).startSession({ token: 't1', userType: 'merchant' });
  expect(Object.fromEntries(store)).toEqual({ token: 't1', userType: 'merchant' });
  expect((await openTab()).currentSession()).toEqual({ token: 't1', userType: 'merchant' });
});

test('nothing is left of a session that ended', async () => {
  const tab = await openTab();
  tab.startSession({ token: 't1', userType: 'admin' });
  tab.endSession();
  expect(tab.currentSession()).toBeNull();
  expect(store.size).toBe(0);
});

test.each([
  ['t1', null],
  ['t1', 'superuser'],
  ['', 'merchant'],
  [null, 'admin'],
])('token %j with user type %j counts as signed out (decision 28)', async (token, userType) => {
  if (token !== null) store.set('token', token);
  if (userType !== null) store.set('userType', userType);
  expect((await openTab()).currentSession()).toBeNull();
});

test('a change of session in another tab is heard once, and only when something changed', async () => {
  const tab = await openTab();
  const heard = vi.fn();
  const stop = tab.onSessionChange(heard);
  tab.refreshSession();
  expect(heard).not.toHaveBeenCalled();
  store.set('token', 't2');
  store.set('userType', 'merchant');
  tab.refreshSession();
  tab.refreshSession();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(tab.currentSession()?.token).toBe('t2');
  stop();
  store.clear();
  tab.refreshSession();
  expect(heard).toHaveBeenCalledTimes(1);
});

test('support access holds for its tab alone, and when it ends the session of the admin continues', async () => {
  const page = await openTab();
  page.startSession({ token: 't1', userType: 'admin' });
  page.startSupportAccess('s1');
  expect(page.currentSession()).toEqual({ token: 's1', userType: 'merchant', isSupportAccess: true });
  expect(Object.fromEntries(store)).toEqual({ token: 't1', userType: 'admin' });
  expect((await openTab()).currentSession()?.isSupportAccess).toBe(true);
  page.endSession();
  expect(page.currentSession()).toEqual({ token: 't1', userType: 'admin' });
  expect(tab.size).toBe(0);
});

/** An open tab whose page waits for its person. */
async function openWaitingTab() {
  const page = await openTab();
  page.startSession({ token: 't1', userType: 'merchant' });
  page.keepPage(() => true);
  page.loseSession();
  return page;
}

test('a session that the server takes no more leaves no token, and its page waits for the same person', async () => {
  const page = await openWaitingTab();
  expect(page.currentSession()).toEqual({ token: 't1', userType: 'merchant', isOver: true });
  expect(store.get('token')).toBe('');
  expect((await openTab()).currentSession()).toBeNull();
  expect(page.continueSession({ token: 't2', userType: 'merchant' }, 't1')).toBe(true);
  expect(page.currentSession()).toEqual({ token: 't2', userType: 'merchant', openedWith: 't1' });
  expect(page.pageKey(page.currentSession())).toBe('t1');
  page.startSession({ token: 't3', userType: 'merchant' });
  expect(page.pageKey(page.currentSession())).toBe('t3');
});

test('a page that nobody is known to own does not wait', async () => {
  const page = await openTab();
  page.startSession({ token: 't1', userType: 'merchant' });
  page.keepPage(() => false);
  page.loseSession();
  expect(page.currentSession()).toBeNull();
});

test.each([
  ['a loss of the session in another tab', { token: '', userType: 'merchant' }, { isOver: true }],
  [
    'a log-in in another tab',
    { token: 't2', userType: 'merchant' },
    { isOver: true, next: { token: 't2', userType: 'merchant' } },
  ],
] as const)('after %s the page waits', async (_, stored, waiting) => {
  const page = await openTab();
  page.startSession({ token: 't1', userType: 'merchant' });
  page.keepPage(() => true);
  for (const [key, value] of Object.entries(stored)) store.set(key, value);
  page.refreshSession();
  expect(page.currentSession()).toEqual({ token: 't1', userType: 'merchant', ...waiting });
});

test('a page that waits hears of each log-in in another tab once', async () => {
  const page = await openWaitingTab();
  const heard = vi.fn();
  page.onSessionChange(heard);
  page.refreshSession();
  expect(heard).not.toHaveBeenCalled();
  for (const token of ['t2', 't3']) {
    store.set('token', token);
    page.refreshSession();
    page.refreshSession();
    expect(page.currentSession()).toMatchObject({ token: 't1', isOver: true, next: { token } });
  }
  expect(heard).toHaveBeenCalledTimes(2);
});

test.each([
  ['logs out on purpose', () => store.clear(), null],
  ['logs in as an admin', () => store.set('userType', 'admin').set('token', 't2'), { token: 't2', userType: 'admin' }],
])('a page that waits is left when another tab %s', async (_, change, session) => {
  const page = await openWaitingTab();
  change();
  page.refreshSession();
  expect(page.currentSession()).toEqual(session);
});

test.each([
  ['has gone on', { token: 't2', userType: 'merchant', openedWith: 't1' }],
  ['belongs to somebody else', { token: 't2', userType: 'merchant' }],
  ['was left', null],
] as const)('a log-in whose answer comes after the page %s changes nothing', async (_, session) => {
  const page = await openWaitingTab();
  if (session === null) page.endSession();
  else if ('openedWith' in session) page.continueSession(session, 't1');
  else page.startSession(session);
  expect(page.continueSession({ token: 't3', userType: 'merchant' }, 't1')).toBe(false);
  expect(page.currentSession()).toEqual(session);
  expect(store.get('token')).toBe(session?.token);
});

test('a log-in for one page that waits does not open the page of the next person, which waits as well', async () => {
  const page = await openWaitingTab();
  page.startSession({ token: 't2', userType: 'merchant' });
  page.loseSession();
  expect(page.continueSession({ token: 't3', userType: 'merchant' }, 't1')).toBe(false);
  expect(page.currentSession()).toEqual({ token: 't2', userType: 'merchant', isOver: true });
});

test('a page that is given up makes room for the session of another tab, and ends none', async () => {
  const page = await openWaitingTab();
  store.set('token', 't2');
  page.leavePage();
  expect(page.currentSession()).toEqual({ token: 't2', userType: 'merchant' });
  page.leavePage();
  expect(page.currentSession()).toEqual({ token: 't2', userType: 'merchant' });
  expect(store.get('token')).toBe('t2');
});

test('a page that is given up for somebody else is left by all tabs', async () => {
  const page = await openWaitingTab();
  page.leavePageForOthers();
  expect(page.currentSession()).toBeNull();
  expect(store.size).toBe(0);
});

test.each([
  ['heard of', (refresh: () => void) => refresh()],
  ['not heard of yet', () => undefined],
])('a page that is given up for somebody else ends no session of another tab that it has %s', async (_, hear) => {
  const page = await openWaitingTab();
  store.set('token', 't2');
  hear(page.refreshSession);
  page.leavePageForOthers();
  expect(page.currentSession()).toEqual({ token: 't2', userType: 'merchant' });
  expect(store.get('token')).toBe('t2');
  page.leavePageForOthers();
  expect(page.currentSession()).toEqual({ token: 't2', userType: 'merchant' });
});

test('a page that waits is left with the dashboard', async () => {
  const page = await openTab();
  page.startSession({ token: 't1', userType: 'merchant' });
  const leave = page.keepPage(() => true);
  page.loseSession();
  leave();
  expect(page.currentSession()).toBeNull();
});

test('support access that ends keeps no page', async () => {
  const page = await openTab();
  page.startSession({ token: 't1', userType: 'admin' });
  page.startSupportAccess('s1');
  page.keepPage(() => true);
  page.loseSession();
  expect(page.currentSession()).toEqual({ token: 't1', userType: 'admin' });
});
