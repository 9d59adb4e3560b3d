/** The pictures of an installation as an operator moves, examines, backs up and restores them (decision 110). */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { settleSecret } from '#server/db/settle-secret.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { makePicture } from '#server/modules/restaurants/pictures/picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, testConfig } from '#server/test/servers/app.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { listPictures } from '#server/test/servers/picture-bucket.ts';

const folderOf = (path: string) => join(import.meta.dirname, path);
const secret = testConfig.secret;

async function newDatabase() {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'om-pictures-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { databaseUrl: urlOf(target), dataDir };
}

/** A database with pictures in its rows, a bucket, and the commands with and without it. */
async function newInstallation(count: number) {
  const { databaseUrl, dataDir } = await newDatabase();
  const database = await openDatabase({ databaseUrl, dataDir }, testLog);
  onTestFinished(() => database.close());
  const { db } = database;
  await settleSecret(db, { ...testConfig, dataDir, databaseUrl, secretFrom: 'variable' });
  const { id } = await makeRestaurant(db);
  const hashes: string[] = [];
  for (let number = 0; number < count; number++) {
    const picture = await makePicture(id, Buffer.from(await makePng(number).arrayBuffer()));
    await transaction(db, id, (tx) => storePictures(tx, id, [picture], new Date()));
    hashes.push(picture.hash);
  }
  const bucket = await startBucket();
  const { url, region, keyId, secret: word } = bucket.bucket;
  const withBucket = {
    PICTURE_BUCKET: url,
    PICTURE_BUCKET_REGION: region,
    PICTURE_BUCKET_KEY_ID: keyId,
    PICTURE_BUCKET_SECRET: word,
  };
  const base = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET: secret, PORT: '1' };
  return { db, id, hashes, bucket, base, withBucket, dataDir };
}

function run(env: Record<string, string>, program: string, ...args: string[]) {
  return new Promise<{ code: number | string; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [folderOf(program), ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : (error.code ?? 'killed'), out, err }),
    );
  });
}
const cli = (env: Record<string, string>, ...args: string[]) => run(env, '../cli.ts', ...args);
const lineOf = (out: string, what: string) => out.split('\n').find((line) => line.includes(`  ${what} `));

test('the command moves them, goes on after a kill, and brings them back; the doctor and a start say where they are', async () => {
  const { db, bucket, base, withBucket } = await newInstallation(12);
  const [without, set] = [base, { ...base, ...withBucket }];
  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toBe(
    'ok   pictures      12 in the database, and in each of its backups',
  );
  expect(await cli(without, 'pictures:move')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Set PICTURE_BUCKET to the bucket of the pictures.'),
  });

  const child = execFile(process.execPath, [folderOf('../cli.ts'), 'pictures:move'], {
    env: { ...process.env, ...set },
  });
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  // The first batch is on its way.
  await expect.poll(() => bucket.files.size, { timeout: 30_000, interval: 1 }).toBeGreaterThan(2);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const after = await cli(set, 'pictures:move');
  expect([after.code, after.out]).toEqual([0, expect.stringMatching(/^[1-9]\d* moved into the bucket\n$/)]);
  expect((await listPictures(db)).filter(({ inRow, sizes }) => inRow || sizes > 0)).toEqual([]);
  expect(lineOf((await cli(set, 'doctor')).out, 'pictures')).toBe(
    `ok   pictures      12 in ${bucket.bucket.url}, which no backup of the database holds`,
  );

  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toMatch(
    /^BAD {2}pictures {6}12 are in a bucket, and PICTURE_BUCKET is not set\. Set PICTURE_BUCKET to it again; /,
  );
  const refused = await run(without, '../main.ts');
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('PICTURE_BUCKET is not set, and pictures are in a bucket. Set PICTURE_BUCKET to it again;'),
  ]);
  // Another bucket, where they are not.
  const other = lineOf((await cli({ ...set, PICTURE_BUCKET: `${bucket.bucket.url}/other` }, 'doctor')).out, 'pictures');
  expect(other).toContain('BAD  pictures');
  expect(other).toContain('is not the bucket that this database has used');

  expect((await cli(set, 'pictures:move', '--back')).out).toBe('12 moved into the database\n');
  expect((await listPictures(db)).filter(({ inRow, sizes }) => !inRow || sizes !== 4)).toEqual([]);
  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toMatch(/^ok {3}pictures {6}12 in the database/);
  await bucket.stop();
  expect(await cli(set, 'pictures:move')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be reached: ECONNREFUSED\. Run it again: what was moved stays moved\./),
  });
});

test('the doctor names files that wait in a bucket that was left, until it is told that it was emptied', async () => {
  const { db, bucket, base, withBucket } = await newInstallation(2);
  const [without, set] = [base, { ...base, ...withBucket }];
  await cli(set, 'pictures:move');
  expect(await cli(without, 'pictures:move', '--emptied')).toMatchObject({
    code: 1,
    err: expect.stringContaining('2 are only in the bucket. Set PICTURE_BUCKET to it again;'),
  });
  await cli(set, 'pictures:move', '--back');
  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toBe(
    'ok   pictures      2 in the database, and in each of its backups; the bucket that was left has 2 more that no row names: set PICTURE_BUCKET ' +
      'to it again until the server has removed them, or empty it and run npm run cli -- pictures:move --emptied',
  );
  await sql`update unused_files set why = 'erased', since = now() - interval '25 hours'`.execute(db);
  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toMatch(
    /^BAD {2}pictures {6}2 erased ones are still in the bucket that was left: set PICTURE_BUCKET to it again /,
  );
  expect(lineOf((await cli(set, 'doctor')).out, 'pictures')).toContain(
    `${bucket.bucket.url}: 2 erased ones are still there after a day`,
  );
  expect((await cli(set, 'pictures:move', '--emptied')).code).toBe(2);
  expect((await cli(without, 'pictures:move', '--emptied')).out).toBe('2 files are forgotten\n');
  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toBe(
    'ok   pictures      2 in the database, and in each of its backups',
  );
});

test('pictures that the bucket has lost are named, and let go once it was left', async () => {
  const { db, id, hashes, bucket, base, withBucket } = await newInstallation(3);
  const [without, set] = [base, { ...base, ...withBucket }];
  const lost = hashes[1]!;
  const administer = <T>(work: (tx: Tx) => Promise<T>) => platformTransaction(db, 'administration', work);
  await administer(async (tx) => {
    const [first, second] = await tx.selectFrom('items').select('id').orderBy('id').limit(2).execute();
    await tx.updateTable('items').set({ image_hash: lost }).where('id', '=', first!.id).execute();
    await tx.updateTable('items').set({ image_hash: hashes[0]! }).where('id', '=', second!.id).execute();
    await tx.updateTable('outlets').set({ image_hash: lost }).execute();
    await tx.updateTable('restaurants').set({ logo_hash: lost, cover_hash: hashes[2]! }).execute();
  });
  await cli(set, 'pictures:move');
  for (const name of bucket.files.keys()) if (name.includes(lost)) bucket.files.delete(name);
  const back = await cli(set, 'pictures:move', '--back');
  expect([back.code, back.err]).toEqual([1, expect.stringContaining(`pictures ${lost} of restaurant ${id}`)]);
  expect(back.err).toContain('The bucket has lost the files of 1; all others were moved.');
  expect((await listPictures(db)).filter(({ inRow }) => inRow)).toHaveLength(2);
  expect((await run(without, '../main.ts')).code).toBe(2);
  expect((await cli(set, 'pictures:move', '--let-go')).code).toBe(2);
  expect(await cli(without, 'pictures:move', '--emptied')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/1 are only in the bucket\. .* are let go with --emptied --let-go/),
  });
  expect((await cli(without, 'pictures:move', '--emptied', '--let-go')).out).toBe(
    '2 files are forgotten, and 1 pictures and photos let go\n',
  );
  expect(lineOf((await cli(without, 'doctor')).out, 'pictures')).toBe(
    'ok   pictures      2 in the database, and in each of its backups',
  );
  const shown = await administer((tx) =>
    sql<{ hash: string }>`
      select image_hash as hash from items where image_hash is not null
      union all select image_hash from outlets where image_hash is not null
      union all select logo_hash from restaurants where logo_hash is not null
      union all select cover_hash from restaurants`.execute(tx),
  );
  expect(shown.rows).toEqual([{ hash: hashes[0] }, { hash: hashes[2] }]);
});

test('a backup does not hold them, and a restored database reads them from the bucket', async () => {
  const { id, hashes, bucket, base, withBucket, dataDir, db } = await newInstallation(2);
  const set = { ...base, ...withBucket };
  await cli(set, 'pictures:move');
  const file = join(dataDir, 'all.omb');
  expect((await cli(set, 'backup', file)).out).toContain('The pictures of PICTURE_BUCKET are not in it');
  // Replaced after the backup: the files that it names stay.
  await transaction(db, id, (tx) => sql`delete from pictures where restaurant_id = ${id}`.execute(tx));
  const there = await newDatabase();
  const restored = await cli({ ...set, DATABASE_URL: there.databaseUrl, DATA_DIR: there.dataDir }, 'restore', file);
  expect([restored.code, restored.err]).toEqual([0, expect.any(String)]);
  const database = await openDatabase(there, testLog);
  expect((await listPictures(database.db)).map(({ inRow, sizes }) => [inRow, sizes])).toEqual([
    [false, 0],
    [false, 0],
  ]);
  const app = await startApp({ database, config: { pictureBucket: bucket.bucket } });
  onTestFinished(() => app.close());
  // It knows the bucket by the mark of the database that was backed up.
  const setThere = { ...set, DATABASE_URL: there.databaseUrl, DATA_DIR: there.dataDir };
  const { url } = bucket.bucket;
  const has = (place: string, files: number) =>
    `${place} is the bucket of this database. It has ${files} pictures and photos, and none that is unknown\n`;
  expect(await cli(setThere, 'pictures:check')).toMatchObject({ code: 0, out: has(url, 2) });
  const other = { ...setThere, PICTURE_BUCKET: `${url}/other` };
  for (const command of [
    ['pictures:check'],
    ['pictures:check', '--remove-unknown'],
    ['pictures:move'],
    ['pictures:move', '--back'],
  ])
    expect(await cli(other, ...command)).toMatchObject({
      code: 1,
      err: expect.stringContaining('other is not the bucket that this database has used'),
    });
  expect(await cli(other, 'pictures:check', '--take-over')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${url}/other has none of the 2 oldest files that this database knows.`),
  });
  const [first] = hashes;
  for (const [name, bytes] of new Map(bucket.files))
    if (name.includes(first!)) bucket.files.set(name.replace('of/us/', 'of/us/other/'), bytes);
  expect((await cli(other, 'pictures:check', '--take-over')).out).toBe(
    `${url}/other has 1 of the 2 oldest files that this database knows, and is its bucket from now on\n`,
  );
  expect((await cli(other, 'pictures:check')).out).toBe(has(`${url}/other`, 1));
  expect((await cli(setThere, 'pictures:check', '--take-over', '--remove-unknown')).code).toBe(2);
  for (const hash of hashes)
    expect((await app.app.inject({ url: `/media/${id}/${hash}-640.webp` })).statusCode).toBe(200);
});
