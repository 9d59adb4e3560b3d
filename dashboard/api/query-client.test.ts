import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storageOf } from '../test/storage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const admin = { token: 'of-the-admin', userType: 'admin' } as const;

/** A freshly opened tab of an admin who looks at a restaurant, and a server that refuses each call when it is told to. */
async function openView() {
  const refusals: ((code?: string) => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    refusals.push((code = 'auth.required') => resolve(Response.json({ code, msg: 'Refused' }, { status: 401 })));
    return promise;
  });
  const { currentSession, startSession, startSupportAccess } = await import('./session.ts');
  const { client } = await import('./api.ts');
  const { queryClient } = await import('./query-client.ts');
  startSession(admin);
  startSupportAccess('of-the-view');
  const change = () =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => client.call('POST /auth/signout', {}) })
      .execute(undefined);
  const read = (name: string) =>
    queryClient.fetchQuery({ queryKey: [name], queryFn: () => client.call('GET /auth/me', {}) });
  return { currentSession, change, read, refusals };
}

test('a refused change ends the session that it was sent with, and no other', async () => {
  const { currentSession, change, refusals } = await openView();
  const [first, second] = [change(), change()];
  await vi.waitFor(() => expect(refusals).toHaveLength(2));
  refusals[0]!();
  await expect(first).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toEqual(admin);
  refusals[1]!();
  await expect(second).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toEqual(admin);
  const third = change();
  await vi.waitFor(() => expect(refusals).toHaveLength(3));
  refusals[2]!();
  await expect(third).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toBeNull();
});

test('readings that are refused together end the session that they were sent with, and no other', async () => {
  const { currentSession, read, refusals } = await openView();
  const both = Promise.allSettled([read('one'), read('other')]);
  await vi.waitFor(() => expect(refusals).toHaveLength(2));
  for (const refuse of refusals) refuse();
  await both;
  expect(currentSession()).toEqual(admin);
});

test('a refusal for want of a password or a code ends no session', async () => {
  const { currentSession, change, refusals } = await openView();
  const view = currentSession();
  const changed = change();
  await vi.waitFor(() => expect(refusals).toHaveLength(1));
  refusals[0]!('auth.company_link_required');
  await expect(changed).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toEqual(view);
});

test('a refusal by a server that is newer ends the session as any other', async () => {
  const { currentSession, change, refusals } = await openView();
  const changed = change();
  await vi.waitFor(() => expect(refusals).toHaveLength(1));
  refusals[0]!('server.newer');
  await expect(changed).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toEqual(admin);
});

test('a refusal does not end the session of somebody who has logged in in another tab since', async () => {
  const { currentSession, change, refusals } = await openView();
  const { endSession } = await import('./session.ts');
  endSession();
  const changed = change();
  await vi.waitFor(() => expect(refusals).toHaveLength(1));
  localStorage.setItem('token', 'of-somebody-else');
  refusals[0]!();
  await expect(changed).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toEqual({ token: 'of-somebody-else', userType: 'admin' });
  expect(localStorage.getItem('token')).toBe('of-somebody-else');
});

/** A tab of a merchant with an answer on the page, and a server that takes only one token. */
async function openMerchantsTab() {
  const sent: (string | null)[] = [];
  let taken = 't1';
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization');
    sent.push(token);
    return token === `Bearer ${taken}`
      ? Response.json({ token })
      : Response.json({ code: 'auth.required', msg: 'Refused' }, { status: 401 });
  });
  const session = await import('./session.ts');
  const { client } = await import('./api.ts');
  const { queryClient } = await import('./query-client.ts');
  const { QueryObserver, focusManager } = await import('@tanstack/react-query');
  session.startSession({ token: 't1', userType: 'merchant' });
  session.keepPage(() => true);
  const shown = new QueryObserver(queryClient, {
    queryKey: ['shown'],
    queryFn: () => client.call('GET /auth/me', {}),
  });
  onTestFinished(shown.subscribe(() => undefined));
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ token: 'Bearer t1' }));
  const save = () =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => client.call('POST /auth/signout', {}) })
      .execute(undefined);
  const takeOnly = (token: string) => {
    taken = token;
  };
  return { ...session, shown, save, sent, takeOnly, focusManager };
}

test('a page keeps its answers while it waits; when its person is back they are read again, and no failed save is sent', async () => {
  const tab = await openMerchantsTab();
  const { shown, sent, focusManager } = tab;
  tab.takeOnly('t2');
  await Promise.allSettled([tab.save(), tab.save(), shown.refetch()]);
  expect(tab.currentSession()).toEqual({ token: 't1', userType: 'merchant', isOver: true });
  expect(shown.getCurrentResult().data).toEqual({ token: 'Bearer t1' });
  expect(focusManager.isFocused()).toBe(false);
  // A call that is made all the same goes without the token.
  await expect(tab.save()).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t1', null]);
  tab.continueSession({ token: 't2', userType: 'merchant' }, 't1');
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ token: 'Bearer t2' }));
  expect(sent.slice(5)).toEqual(['Bearer t2']);
  expect(shown.getCurrentResult().error).toBeNull();
});

test('answers that no page shows go when the person is back: they may have lost the right to them', async () => {
  const tab = await openMerchantsTab();
  const { queryClient } = await import('./query-client.ts');
  const { QueryObserver } = await import('@tanstack/react-query');
  queryClient.setQueryData(['staff'], ['Sara Khan']);
  queryClient.setQueryData(['live orders'], ['#5']);
  const live = new QueryObserver(queryClient, { queryKey: ['live orders'], enabled: false });
  onTestFinished(live.subscribe(() => undefined));
  tab.takeOnly('t2');
  await expect(tab.save()).rejects.toMatchObject({ status: 401 });
  expect(queryClient.getQueryData(['staff'])).toEqual(['Sara Khan']);
  tab.continueSession({ token: 't2', userType: 'merchant' }, 't1');
  expect(queryClient.getQueryData(['staff'])).toBeUndefined();
  expect(queryClient.getQueryData(['live orders'])).toEqual(['#5']);
  expect(tab.shown.getCurrentResult().data).toEqual({ token: 'Bearer t1' });
  await vi.waitFor(() => expect(tab.shown.getCurrentResult().data).toEqual({ token: 'Bearer t2' }));
});

test('nothing that was read for the one who waits is there for somebody else', async () => {
  const tab = await openMerchantsTab();
  tab.takeOnly('t2');
  await expect(tab.save()).rejects.toMatchObject({ status: 401 });
  const { queryClient } = await import('./query-client.ts');
  tab.startSession({ token: 't2', userType: 'merchant' });
  expect(queryClient.getQueryData(['shown'])).toBeUndefined();
  expect(tab.focusManager.isFocused()).toBe(true);
});

test('a refusal of a call outside queries and changes ends the session as well', async () => {
  const tab = await openMerchantsTab();
  const { client, clientOf } = await import('./api.ts');
  await expect(clientOf('of-another-session').call('GET /auth/me', {})).rejects.toMatchObject({ status: 401 });
  expect(tab.currentSession()).toEqual({ token: 't1', userType: 'merchant' });
  tab.takeOnly('t2');
  await expect(client.call('POST /auth/signout', {})).rejects.toMatchObject({ status: 401 });
  expect(tab.currentSession()).toEqual({ token: 't1', userType: 'merchant', isOver: true });
});

test('a company sign-in that finds the session over takes its place without a word', async () => {
  const tab = await openMerchantsTab();
  const { readHeldAccount } = await import('../screens/accounts/company/held-session.ts');
  const { shownToasts } = await import('../components/feedback/toast-store.ts');
  tab.takeOnly('t2');
  expect(await readHeldAccount()).toBeNull();
  expect(tab.currentSession()).toEqual({ token: 't1', userType: 'merchant' });
  expect(shownToasts()).toEqual([]);
});

test('somebody else reads no message of the one before, and can take nothing back for them', async () => {
  const tab = await openMerchantsTab();
  const { showToast, shownToasts } = await import('../components/feedback/toast-store.ts');
  const deleted = { place: 'bar', tone: 'ok', text: 'Lemonade was deleted', undo: () => undefined } as const;
  showToast(deleted);
  expect(shownToasts()).toMatchObject([deleted]);
  tab.startSession({ token: 't2', userType: 'merchant' });
  expect(shownToasts()).toEqual([]);
});

test('leaving a support access that the server has ended already leaves the admin logged in', async () => {
  const { currentSession, refusals } = await openView();
  const { leaveSupportAccess } = await import('../components/shell/support-access-band.tsx');
  const left = leaveSupportAccess();
  await vi.waitFor(() => expect(refusals).toHaveLength(1));
  refusals[0]!();
  await left;
  expect(currentSession()).toEqual(admin);
});
