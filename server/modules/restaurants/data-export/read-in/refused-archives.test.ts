/** Files that are not what was written, or that somebody has made on purpose: refused with a sentence, and nothing is written. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { readWholeArchive, sha256 } from '#server/test/data/archive-files.ts';
import { zipOf } from '#server/test/data/make-zip.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { makeSample, type Sample } from '#server/test/data/sample-input.ts';
import { takeArchive } from '#server/test/data/take-archive.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { archiveVersion, type Manifest } from '../archive-format.ts';
import { readArchive } from './read-archive.ts';

let folder: string;
let server: TestApp;
let ours: Sample;
let whole: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refused-archives-'));
  server = await startApp();
  ours = await makeSample(server);
  whole = await takeArchive(server.db, ours.id, folder, join(folder, 'whole.zip'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const deps = () => ({ db: server.db, config: testConfig, clock: server.clock.now });
const countRows = () =>
  platformTransaction(server.db, 'administration', async (tx) => {
    const { rows } = await sql<{ rows: string }>`
      select (select count(*) from restaurants) || ' ' || (select count(*) from restaurant_slugs) || ' ' || (select count(*) from orders)
        || ' ' || (select count(*) from jobs) || ' ' || (select count(*) from invitations) as rows`.execute(tx);
    return rows[0]!.rows;
  });

/** The sentence with which the file is refused. */
async function refusalOf(bytes: Buffer): Promise<string> {
  const path = join(folder, 'refused.zip');
  await writeFile(path, bytes);
  const before = await countRows();
  const told = await readArchive(deps(), path, 'owner@example.test').then(
    () => 'It was read in',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  expect(await countRows()).toBe(before);
  return told;
}

const refused = /^UnreadableArchive: This archive cannot be read in: .+\. Nothing was written\.$/;

describe('a file that was damaged on its way', () => {
  test('is refused, whichever of its bytes is another', async () => {
    // Every record of the ZIP by itself would be harmless here and there: a time, an attribute.
    const places = [0, 3, 4, 10, 11, 30, 60, whole.length - 1, whole.length - 64, whole.length - 65, whole.length - 80];
    for (let at = 100; at < whole.length; at += Math.ceil(whole.length / 60)) places.push(at);
    for (const at of places) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      expect(await refusalOf(bytes), `byte ${at} of ${whole.length}`).toMatch(refused);
    }
  });

  test('is refused, wherever it is cut off, and with more behind it', async () => {
    for (const length of [0, 1, 21, 64, 86, 1_000, whole.length / 2, whole.length - 64, whole.length - 1])
      expect(await refusalOf(whole.subarray(0, Math.floor(length))), `${length} bytes`).toMatch(refused);
    expect(await refusalOf(Buffer.concat([whole, Buffer.from('more')]))).toMatch(refused);
    expect(await refusalOf(Buffer.concat([Buffer.from('more'), whole]))).toMatch(refused);
  });
});

interface File {
  path: string;
  content: Buffer;
  isEncrypted?: boolean;
  size?: number;
}

/** A ZIP with a checksum that is right: the work of somebody who knows the format. */
function withChecksum(files: readonly File[]): Buffer {
  const zip = zipOf(files, '0'.repeat(64));
  const checksum = createHash('sha256').update(zip.subarray(0, -64)).digest('hex');
  return Buffer.concat([zip.subarray(0, -64), Buffer.from(checksum)]);
}

/** The files of the archive, changed, under a manifest that says so, changed as well. */
function forged(
  change: (files: Map<string, Buffer>) => void,
  changeManifest: (manifest: Manifest) => unknown = () => 0,
) {
  const { files, manifest } = readWholeArchive(whole);
  files.delete('manifest.json');
  change(files);
  manifest.files = [...files].map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }));
  changeManifest(manifest);
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  return [...files].map(([path, content]): File => ({ path, content }));
}

const edit = (name: string, change: (text: string) => string) => (files: Map<string, Buffer>) =>
  void files.set(name, Buffer.from(change(files.get(name)!.toString())));
const nothing = () => undefined;

/** The rows with each list opened by itself: the database takes them. */
const openItself = (text: string) =>
  text.replaceAll(/.+/g, (line) => {
    const row = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify({ ...row, opened_by_list_id: row['modifier_list_id'], opened_by_item_ids: [] });
  });

/** The archive with more lists on its first dish, by number, each opened by another one. */
function nested(lists: readonly { list: number; parent: number }[]): File[] {
  const { files, manifest } = readWholeArchive(whole);
  const table = 'item_modifier_lists';
  const [first] = files.get(`${table}.jsonl`)!.toString().split('\n');
  const ids = Array.from({ length: lists.length + 1 }, () => newId());
  const rows = lists.map(({ list, parent }) =>
    JSON.stringify({
      ...(JSON.parse(first!) as object),
      modifier_list_id: ids[list],
      opened_by_list_id: ids[parent],
      opened_by_item_ids: [ids[parent]],
    }),
  );
  return forged(
    edit(`${table}.jsonl`, (text) => `${text}${rows.join('\n')}\n`),
    (told) => (told.tables[table]!.rows = manifest.tables[table]!.rows + rows.length),
  );
}

describe('a file that somebody has made', () => {
  test('is read in where it is right in everything', async () => {
    const path = join(folder, 'forged.zip');
    await writeFile(path, withChecksum(forged(nothing)));
    expect(await readArchive(deps(), path, 'forged@example.test')).toMatchObject({ name: ours.name, pictures: 0 });
  });

  test.each<[string, () => File[], RegExp]>([
    ['packed again without its checksum', () => forged(nothing), /its end is missing, or it was packed again/],
    [
      'files swapped',
      () => {
        const files = forged(nothing);
        const [items, menus] = ['items.jsonl', 'menus.jsonl'].map((name) => files.find(({ path }) => path === name)!);
        [items!.content, menus!.content] = [menus!.content, items!.content];
        return files;
      },
      /other files than its manifest says|not what was written/,
    ],
    [
      'a name twice',
      () => [...forged(nothing), { path: 'items.jsonl', content: Buffer.from('') }],
      /the file items.jsonl twice/,
    ],
    [
      'a path that leads out',
      () => [...forged(nothing), { path: '../../etc/passwd', content: Buffer.from('') }],
      /a name that no archive has/,
    ],
    [
      'an absolute path',
      () => [...forged(nothing), { path: '/etc/passwd', content: Buffer.from('') }],
      /a name that no archive has/,
    ],
    [
      'a folder in the folder',
      () => [...forged(nothing), { path: `pictures/../${'a'.repeat(40)}.jpg`, content: Buffer.from('') }],
      /a name that no archive has/,
    ],
    [
      'a file that the manifest does not know',
      () => [...forged(nothing), { path: 'more.csv', content: Buffer.from('') }],
      /other files than its manifest says/,
    ],
    [
      'a bomb',
      () => [...forged(nothing), { path: 'more.csv', content: Buffer.alloc(40 * 2 ** 20) }],
      /far larger than the rows/,
    ],
    [
      'a bomb that hides its size',
      () =>
        forged(
          (files) => files.set('more.csv', Buffer.alloc(40 * 2 ** 20)),
          (manifest) => (manifest.files.at(-1)!.bytes = 10),
        ).map((file) => (file.path === 'more.csv' ? { ...file, size: 10 } : file)),
      /longer or shorter than it says/,
    ],
    [
      'a password',
      () => forged(nothing).map((file) => ({ ...file, isEncrypted: true })),
      /packed in a way that no archive is/,
    ],
    [
      'a newer format',
      () => forged(nothing, (manifest) => (manifest.version = archiveVersion + 1)),
      /newer Order Manager has written it/,
    ],
    [
      'a table of a newer version',
      () =>
        forged(
          (files) => files.set('robots.jsonl', Buffer.from('')),
          (manifest) => (manifest.tables['robots'] = { columns: [], rows: 0 }),
        ),
      /newer Order Manager.*"robots"/,
    ],
    [
      'a column of a newer version',
      () => forged(nothing, (manifest) => manifest.tables['items']!.columns.push('weight')),
      /newer Order Manager.*"weight"/,
    ],
    [
      'a secret among the columns',
      () => forged(nothing, (manifest) => manifest.tables['printers']!.columns.push('token_hash')),
      /"token_hash"/,
    ],
    ['another number of rows', () => forged(edit('customers.jsonl', () => '')), /customers.jsonl has 0 rows/],
    [
      'a row with another column',
      () => forged(edit('menus.jsonl', (text) => text.replace('"notes"', '"__proto__"'))),
      /other columns than the manifest says/,
    ],
    ['a row that is none', () => forged(edit('menus.jsonl', () => '[]\n')), /menus.jsonl cannot be read/],
    ['a row that is cut off', () => forged(edit('menus.jsonl', (text) => text.slice(0, -1))), /menus.jsonl is cut off/],
    [
      'no manifest',
      () => forged(nothing).filter(({ path }) => path !== 'manifest.json'),
      /lacks the file manifest.json/,
    ],
    [
      'a manifest that is none',
      () =>
        forged(nothing).map((file) => (file.path === 'manifest.json' ? { ...file, content: Buffer.from('{}') } : file)),
      /no archive of Order Manager/,
    ],
    [
      'an order of a total that does not add up',
      () => forged(edit('orders.jsonl', (text) => text.replace(/"total_minor":\d+/, '"total_minor":1'))),
      /does not take a row of orders/,
    ],
    [
      'a line of an order that is not there',
      () => forged(edit('order_lines.jsonl', (text) => text.replaceAll(ours.orderId, ours.id))),
      /does not take a row of order_lines/,
    ],
    [
      'an id that is none',
      () => forged(edit('menus.jsonl', (text) => text.replace(ours.menuId, 'menu'))),
      /an id that is none/,
    ],
    [
      'an action that nobody knows',
      () => forged(edit('audit_log_entries.jsonl', (text) => text.replace('"staff.invited"', '"staff.promoted"'))),
      /audit log has an entry/,
    ],
    [
      'a picture that is none',
      () => forged((files) => files.set(`pictures/${'a'.repeat(64)}.png`, Buffer.from('<svg/>'))),
      /no picture that can be shown/,
    ],
    [
      'a time zone that is none',
      () => forged(edit('outlets.jsonl', (text) => text.replace('Asia/Dubai', 'Asia/Nowhere'))),
      /time zone/,
    ],
    [
      'a list that opens itself',
      () => forged(edit('item_modifier_lists.jsonl', openItself)),
      /in a circle, or too deep/,
    ],
    [
      'lists that open each other',
      () =>
        nested([
          { list: 0, parent: 1 },
          { list: 1, parent: 0 },
        ]),
      /in a circle, or too deep/,
    ],
    [
      'fifty lists below one another',
      () => nested(Array.from({ length: 50 }, (_, list) => ({ list, parent: list + 1 }))),
      /in a circle, or too deep/,
    ],
  ])('%s: is refused', async (_, files, told) => {
    const bytes = _.startsWith('packed again') ? zipOf(files()) : withChecksum(files());
    const sentence = await refusalOf(bytes);
    expect(sentence).toMatch(refused);
    expect(sentence).toMatch(told);
  });

  test('rows of another restaurant cannot be written into it', async () => {
    const theirs = await makeSample(server);
    const bytes = withChecksum(forged(edit('menus.jsonl', (text) => text.replaceAll(ours.id, theirs.id))));
    const path = join(folder, 'other.zip');
    await writeFile(path, bytes);
    const menus = () =>
      platformTransaction(server.db, 'administration', (tx) =>
        tx.selectFrom('menus').select('id').where('restaurant_id', '=', theirs.id).execute(),
      );
    const before = await menus();
    const made = await readArchive(deps(), path, 'other@example.test');
    expect(made.restaurantId).not.toBe(theirs.id);
    expect(await menus()).toEqual(before);
  });
});

test('an owner who has an account already is refused before anything is written', async () => {
  const { userId } = await makeOwner(server.db, ours.id);
  const before = await countRows();
  await expect(readArchive(deps(), join(folder, 'whole.zip'), `${userId}@user.test`)).rejects.toThrow(
    /Nothing was written/,
  );
  expect(await countRows()).toBe(before);
});

test('guests who were erased since do not come back', async () => {
  const guest = await makeCustomer(server.db, ours.id);
  const path = join(folder, 'erased.zip');
  await takeArchive(server.db, ours.id, folder, path);
  const at = new Date();
  const erasures = [
    { restaurantId: ours.id, customerId: guest.customerId, at },
    { restaurantId: ours.id, customerId: ours.customerId, at },
  ];
  const made = await readArchive(deps(), path, 'erased@example.test', erasures);
  const left = await platformTransaction(server.db, 'administration', async (tx) => ({
    guests: await tx.selectFrom('customers').select('phone').where('restaurant_id', '=', made.restaurantId).execute(),
    orders: await tx
      .selectFrom('orders')
      .select('customer_name')
      .where('restaurant_id', '=', made.restaurantId)
      .execute(),
  }));
  expect(made.erasedAgain).toBe(2);
  expect(left.guests.map(({ phone }) => phone)).not.toContain(guest.phone);
  expect(left.orders.map(({ customer_name: name }) => name)).toEqual(['']);
});
