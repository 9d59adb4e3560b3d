/** Files, menus and requests that once held up, or ended, the server for everybody. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { transaction } from '#server/db/transaction.ts';
import { sendMenuFile } from '#server/test/data/menu-files.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { readMenuFileApart } from './menu-file-jobs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

type Place = TestRestaurant & { token: string };

async function makePlace(): Promise<Place> {
  const made = await makeRestaurant(server.db, { currency: 'AED' });
  return { ...made, token: (await makeOwner(server.db, made.id)).token };
}

const isHealthy = async () => (await server.app.inject('/healthz')).statusCode === 200;

/** Asks whether the server is well for as long as the work lasts; the number of answers until then. */
async function healthyAnswersDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let answers = 0;
  const over = work.finally(() => {
    isOver = true;
  });
  // oxlint-disable-next-line no-unmodified-loop-condition -- the end of the work sets it
  while (!isOver) {
    expect(await isHealthy()).toBe(true);
    answers += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await over;
  return answers;
}

/** A cell of so many names takes more memory to take apart than a worker has. */
const tooMuchMemory = `category,name,price,modifier_lists\nMains,Soup,1,"${'x;'.repeat(2_500_000)}"`;

test('60,000 columns are refused before any row is read, and the server answers meanwhile', async () => {
  const { token } = await makePlace();
  const heads = Array.from({ length: 60_000 }, (_, column) => `c${column}`).join();
  const [refusal, isWell] = await Promise.all([
    refusalOf(sendMenuFile(server, token, `${heads}\n"never closed`)),
    isHealthy(),
  ]);
  expect(refusal).toMatchObject({ status: 400, code: 'import.has_problems' });
  expect(refusal.details).toMatchObject({
    count: 1,
    problems: [{ row: 1, code: 'file.too_many_columns', details: { most: limits.importColumns } }],
  });
  expect(isWell).toBe(true);
});

test('a file that takes too much memory is refused, and neither ends the server nor holds it up', async () => {
  const { token } = await makePlace();
  const sending = refusalOf(sendMenuFile(server, token, tooMuchMemory, { dryRun: true }));
  expect(await healthyAnswersDuring(sending)).toBeGreaterThan(5);
  expect(await sending).toMatchObject({ status: 413, code: 'import.too_much_work' });
  expect(await sendMenuFile(server, token, 'category,name,price\nMains,Soup,1', { dryRun: true })).toMatchObject({
    problemCount: 0,
  });
});

test('two files of a restaurant wait, the next is refused, and another restaurant has its turn', async () => {
  const [one, other] = [await makePlace(), await makePlace()];
  const small = 'category,name,price\nMains,Soup,1';
  const read = ({ id }: Place, text = small) => readMenuFileApart(id, new TextEncoder().encode(text), 'AED');
  const heavy = read(one, tooMuchMemory).catch((error: unknown) => error);
  const waiting = [read(one), read(one), read(other)];
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/v1/menu/export/${one.menuId}`,
    headers: { authorization: `Bearer ${one.token}` },
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([
    429,
    'rate.limited',
    '2',
  ]);
  expect(await refusalOf(sendMenuFile(server, one.token, small))).toMatchObject({ status: 429, code: 'rate.limited' });
  expect(await heavy).toMatchObject({ code: 'import.too_much_work' });
  expect(await Promise.all(waiting)).toMatchObject([{ menuName: 'Menu' }, { menuName: 'Menu' }, { menuName: 'Menu' }]);
});

test('the currency of a restaurant that changes while its file is read refuses the import', async () => {
  const place = await makePlace();
  let importing: Promise<unknown> | undefined;
  await transaction(server.db, place.id, async (tx) => {
    await lockMenu(tx, place.id);
    importing = sendMenuFile(server, place.token, 'category,name,price\nMains,Soup,1.25').catch(
      (error: unknown) => error,
    );
    // The import has read the file once it waits for the menu.
    await expect.poll(() => countWaiting(tx)).toBe(1);
    await tx.updateTable('restaurants').set({ currency: 'KWD' }).where('id', '=', place.id).execute();
  });
  expect(await importing).toMatchObject({ status: 409, answer: { code: 'import.currency_changed' } });
});

test('a restaurant has 3,000 items and not one more, imported, made by hand or restored', async () => {
  const place = await makePlace();
  const { items } = await server.call('GET /menu/get-all-items-modifier', {}, place.token);
  const room = limits.itemsMax - items.filter(({ type }) => type === 'item').length;
  const fileOf = (count: number) =>
    ['category,name,price', ...Array.from({ length: count }, (_, row) => `Page ${row % 10},Dish ${row},1`)].join('\n');
  const tooMany = await sendMenuFile(server, place.token, fileOf(room + 1), { dryRun: true });
  expect(tooMany.problems).toEqual([
    { row: null, place: 'Menu', code: 'file.too_many_items', details: { most: 3000, count: 3001 } },
  ]);
  expect(await refusalOf(sendMenuFile(server, place.token, fileOf(room + 1)))).toMatchObject({ status: 400 });
  const { import: made } = await sendMenuFile(server, place.token, fileOf(room));
  expect(made!.counts.dishes.added).toBe(room);

  const add = (type: 'item' | 'modifier') =>
    server.call(
      'POST /menu/add-items-modifier',
      { form: { name: 'One more', price: 1, sku: 'MORE', type }, files: { image: makePng() } },
      place.token,
    );
  const refused = { status: 409, code: 'items.too_many', msg: 'A restaurant has at most 3000 items.' };
  expect(await refusalOf(add('item'))).toMatchObject(refused);
  expect(await add('modifier')).toMatchObject({ success: true });

  const { water: id } = place.items;
  await server.call('DELETE /menu/delete-items-modifier/:id', { params: { id } }, place.token);
  expect(await add('item')).toMatchObject({ success: true });
  const restored = server.call('POST /menu/restore-items-modifier/:id', { params: { id } }, place.token);
  expect(await refusalOf(restored)).toMatchObject(refused);
  const allRestored = server.call('POST /menu/restore-items', { body: { items: [id] } }, place.token);
  expect(await refusalOf(allRestored)).toMatchObject(refused);
  // The items that are there may change all the same.
  expect(await sendMenuFile(server, place.token, fileOf(room).replace(',1\n', ',2\n'))).toMatchObject({
    preview: { counts: { dishes: { added: 0, changed: 1 } } },
  });
});

test('an export that repeats its lists without end is refused, and as CSV it is a file', async () => {
  const place = await makePlace();
  const lists = Array.from({ length: limits.listsPerItemMax }, (_, list) => `L${list}`);
  const dishes = Array.from({ length: 200 }, (_, row) => `item,Mains,Dish ${row},1,${lists.join(';')},`);
  const options = lists.flatMap((list) =>
    Array.from({ length: 40 }, (_, option) => `modifier,,${list} option ${option} of many,1,,${list}`),
  );
  const file = ['type,category,name,price,modifier_lists,list', ...dishes, ...options].join('\n');
  const { import: made } = await sendMenuFile(server, place.token, file);
  const take = (format: 'csv' | 'json') =>
    server.call('GET /menu/export/:id', { params: { id: made!.menuId }, query: { format } }, place.token);
  expect(await refusalOf(take('json'))).toMatchObject({
    status: 409,
    code: 'export.too_large',
    msg: 'This menu makes a file of more than 16 MB. Choose CSV, or divide the menu.',
  });
  expect((await take('csv')).text.split('\r\n')).toHaveLength(1 + 200 + 2000 + 1);
});

test('imports that wait have two connections of their own, and leave those of orders alone', async () => {
  const places = [await makePlace(), await makePlace(), await makePlace(), await makePlace()];
  const locked = Promise.withResolvers<void>();
  const holding = Promise.all(
    places.map(({ id }) =>
      transaction(server.db, id, async (tx) => {
        await lockMenu(tx, id);
        await locked.promise;
      }),
    ),
  );
  const csv = 'category,name,price\nMains,Soup,1';
  const imports = Promise.allSettled(
    places.map(({ token, menuId }) =>
      server.call('POST /menu/import', { form: { menuId }, files: { file: new File([csv], 'menu.csv') } }, token),
    ),
  );
  const waiting = () => countWaiting(server.db);
  await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0);
  let most = 0;
  // Longer than all of them need, and shorter than a request waits for a lock.
  for (const end = performance.now() + 500; performance.now() < end;) most = Math.max(most, await waiting());
  locked.resolve();
  await Promise.all([holding, imports]);
  expect(most).toBeLessThanOrEqual(2);
  expect((await imports).map(({ status }) => status)).toEqual(places.map(() => 'fulfilled'));
});
