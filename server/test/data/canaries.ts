/** A restaurant to look for in others' answers: every free text of it is a canary, a word that nobody else has. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { TestApp } from '../servers/app.ts';
import { deliveryOrder } from './orders.ts';
import { makeCustomer, makeOwner } from './restaurant.ts';
import { makeSample, type Sample } from './sample-input.ts';

export interface Canaries {
  sample: Sample;
  /** The bearer tokens of its owner and of one of its guests. */
  owner: string;
  guest: string;
  /** All ids in its rows. */
  ids: string[];
  /** The columns with a canary, as `orders.customer_name`. */
  columns: string[];
  /** The canaries, telephone numbers and ids of the restaurant in a text, except the ids that were `asked` for. */
  find(text: string, asked?: string): string[];
}

/** Texts with a meaning to the code, which another value would break. They repeat among restaurants. */
const codedColumns = new Set(
  ['hash', 'content_type', 'currency', 'time_zone', 'outlet_time_zone', 'default_locale', 'slug', 'platform']
    .concat(['action', 'actor_kind', 'actor_name', 'subject', 'details', 'request_id', 'operation', 'answer'])
    .concat(['phone', 'customer_phone', 'kind', 'type', 'tab', 'occasion', 'mac', 'state_after', 'external_id'])
    .concat([
      'image_hash',
      'key',
      'device',
      'support_reason',
      'queue',
      'dedupe_key',
      'last_error',
      'order_prefix',
      'value',
      'ids',
      'contact',
      'event',
      'channel',
      'problem',
    ]),
);

const outletPhone = '+97144998877';

/** Fills a restaurant of its own: staff, guests, orders, a cancelled one, addresses, an audit log. */
export async function makeCanaries(app: TestApp): Promise<Canaries> {
  const sample = await makeSample(app);
  const { canary } = sample;
  const owner = await makeOwner(app.db, sample.id);
  await nameStaff(app.db, sample);
  const guest = await makeCustomer(app.db, sample.id);
  const address = { location: canary, floor: canary, instruction: canary, nickName: canary };
  const basket = deliveryOrder(sample, [{ itemId: sample.items.special, quantity: 1, note: canary }], 49.1);
  const body = { ...basket, address, specialInstruction: canary };
  await app.call('POST /order/create-order', { body }, guest.token);
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  const cancelled = { orderId: order._id, status: 'Cancelled', reason: canary } as const;
  await app.call('POST /order/update-order-status', { body: cancelled }, owner.token);
  const saved = {
    location: canary,
    floor: canary,
    instruction: canary,
    deliveryAreaId: sample.areaId,
    areaName: canary,
  };
  await app.call('POST /auth/save-address', { body: saved }, guest.token);
  const invited = { email: `${canary}-2@example.test`, role: 'staff' } as const;
  await app.call('POST /staff/invite', { body: invited }, owner.token);
  await app.call('POST /printing/print-ticket', { body: { orderId: order._id } }, owner.token);
  return platformTransaction(app.db, 'seed', async (tx) => {
    const columns = await plantTexts(tx, sample);
    const { ids, phones } = await readMarks(tx, sample.id);
    return { sample, owner: owner.token, guest: guest.token, ids, columns, find: finder(canary, ids, phones) };
  });
}

async function nameStaff(db: Db, { id, canary }: Sample): Promise<void> {
  await platformTransaction(db, 'seed', (tx) =>
    sql`update users set first_name = ${`${canary}.first`}, last_name = ${`${canary}.last`},
        email = ${canary} || '.' || users.id || '@user.test', email_key = ${canary} || '.' || users.id || '@user.test'
      from memberships where memberships.user_id = users.id and restaurant_id = ${id}`.execute(tx),
  );
}

/** Overwrites every free text of the restaurant, row by row. @returns the columns. */
async function plantTexts(tx: Tx, { id, canary }: Sample): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.columns owned
      on owned.table_schema = c.table_schema and owned.table_name = c.table_name and owned.column_name = 'restaurant_id'
    join pg_attribute a on a.attrelid = format('public.%I', c.table_name)::regclass and a.attname = c.column_name
    where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and not exists (select from pg_constraint p where p.conrelid = a.attrelid and p.contype = 'c' and a.attnum = any (p.conkey))
    order by 1, 2`.execute(tx);
  const planted: string[] = [];
  for (const { table, column } of rows) {
    if (codedColumns.has(column)) continue;
    const word = `${canary}.${table}.${column}.`;
    const ending = /(email|mail_to|email_key)$/.test(column) ? '@canary.test' : '';
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} as planted set ${sql.ref(column)} = ${word} || place || ${ending}
      from (select ctid as row, row_number() over () as place from ${sql.table(table)} where restaurant_id = ${id}) as rows
      where planted.ctid = rows.row and ${sql.ref(`planted.${column}`)} is not null`.execute(tx);
    if (numAffectedRows !== 0n) planted.push(`${table}.${column}`);
  }
  await sql`update outlets set phone = ${outletPhone} where restaurant_id = ${id}`.execute(tx);
  return planted;
}

async function readMarks(tx: Tx, id: RestaurantId): Promise<{ ids: string[]; phones: string[] }> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns as c
    where table_schema = 'public' and data_type = 'uuid' and exists (select from information_schema.columns as owned
      where owned.table_schema = 'public' and owned.table_name = c.table_name and owned.column_name = 'restaurant_id')
    `.execute(tx);
  const ids = new Set<string>([id]);
  for (const { table, column } of rows) {
    const found = await sql<{ id: string | null }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} where restaurant_id = ${id}`.execute(tx);
    for (const row of found.rows) if (row.id !== null) ids.add(row.id);
  }
  const { rows: guests } = await sql<{ phone: string }>`
    select phone from customers where restaurant_id = ${id}`.execute(tx);
  return { ids: [...ids], phones: [outletPhone, ...guests.map(({ phone }) => phone)] };
}

function finder(canary: string, ids: readonly string[], phones: readonly string[]): Canaries['find'] {
  const known = new Set(ids);
  // Screens may show a number in its national form.
  const numbers = phones.map((phone) => phone.slice('+971'.length));
  return (text, asked = '') => {
    const lower = text.toLowerCase();
    const words = lower.includes(canary) ? (lower.match(new RegExp(`${canary}[\\w.]*`, 'g')) ?? []) : [];
    const told = lower.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    return [
      ...words,
      ...numbers.filter((number) => text.includes(number)),
      ...told.filter((id) => known.has(id) && !asked.toLowerCase().includes(id)),
    ];
  };
}

/** A hash of every row of the restaurant in every table. */
export async function digestRestaurant(
  db: Db,
  restaurantId: RestaurantId,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<string> {
  return platformTransaction(db, 'administration', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'restaurant_id' order by 1`.execute(tx);
    const hash = createHash('sha256');
    for (const { name } of tables.filter((table) => !without.includes(table.name))) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where restaurant_id = ${restaurantId} order by 1`.execute(tx);
      hash.update(`${name}\n${rows.map(({ row }) => row).join('\n')}\n`);
    }
    if (tables.length <= 20) throw new Error(`Only ${tables.length} tables belong to restaurants`);
    return hash.digest('hex');
  });
}
