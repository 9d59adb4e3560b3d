import { randomBytes, randomInt } from 'node:crypto';
import { isId } from '#contract/base/ids.ts';
import { tables as schema } from '#server/db/schema.ts';
import { extensions } from '../archive-format.ts';
import { type ArchivedTableName, photoTables } from '../archived-tables.ts';
import type { Row } from './check-archive.ts';
import type { NewIds } from './new-ids.ts';
import { cardKey, countKey, type UnpaidOrders } from './unpaid-orders.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/** Everything that turns the rows of an archive into those of this server. */
export interface Reading {
  restaurantId: string;
  ids: NewIds;
  /** The new name of each picture, by its old one. */
  pictures: ReadonlyMap<string, string>;
  /** The names of the files that the archive was written without. */
  missing: ReadonlySet<string>;
  unpaid: UnpaidOrders;
  now: Date;
}

/** Tables that are not read in row by row, beside those of photos, with the reason. */
export const notAsRows = {
  restaurant_slugs: 'addresses are claimed one by one',
  restaurant_counters: 'the counters of the new restaurant go on from theirs',
  own_domains: 'a domain is connected anew, where it leads',
  pictures: 'pictures are decoded and encoded again',
  low_stock_recipients: 'people are invited anew',
  memberships: 'likewise',
  invitations: 'likewise',
  audit_log_entries: 'the chain of the audit log has the id of the restaurant in it',
} as const satisfies Partial<Record<ArchivedTableName, string>>;

/** New secrets that nobody knows: an owner asks for others, which are shown or sent then. */
const nobodysToken = () => hex(randomBytes(32));
const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** The changes of a row, whose ids are those of the archive still; null leaves it out. Columns that are not named stay as they are. */
const rules: Partial<Record<ArchivedTableName, (row: Row, reading: Reading) => Row | null>> = {
  outlets: (row, { pictures }) => {
    // The database takes any text, and what is done by the clock of an outlet would fail for everybody.
    if (!isTimeZone(row['time_zone'])) throw new UnreadableArchive('an outlet of it is in no time zone');
    return { image_hash: newPicture(row['image_hash'], pictures) };
  },
  // Anybody can write a file: who is alerted is proven by a code, on every server.
  alert_contacts: () => ({ proven_at: null }),
  items: (row, { pictures, unpaid }) => ({
    image_hash: newPicture(row['image_hash'], pictures),
    quantity: row['quantity'] === null ? null : number(row, 'quantity') + (unpaid.stock.get(idOf(row)) ?? 0),
  }),
  item_outlet_quantities: (row, { unpaid }) => ({
    quantity: number(row, 'quantity') + (unpaid.outletStock.get(countKey(row)) ?? 0),
  }),
  offers: (row, { unpaid }) => ({ uses: number(row, 'uses') - (unpaid.uses.get(idOf(row)) ?? 0) }),
  offer_uses: leaveUnpaid,
  stamp_cards: (row, { unpaid }) => ({ stamps: number(row, 'stamps') - (unpaid.stamps.get(cardKey(row)) ?? 0) }),
  stamp_movements: leaveUnpaid,
  order_make_minutes: leaveUnpaid,
  order_problems: (row, { missing }) => {
    const { folder } = photoTables.order_problem_photos;
    const names = Object.values(extensions).map((extension) => `${folder}/${String(row['order_id'])}.${extension}`);
    return names.some((name) => missing.has(name)) ? { has_photo: false } : {};
  },
  order_status_changes: (row) => (row['actor_kind'] === 'user' ? { actor_id: null } : {}),
  guest_messages: (row, { now }) =>
    row['outcome'] === null ? { outcome: 'dropped', problem: 'expired', ended_at: now.toISOString() } : {},
  drivers: (row) => ({
    token_hash: row['removed_at'] === null ? nobodysToken() : null,
    code_hash: nobodysToken(),
  }),
  deliveries: () => ({ code: String(randomInt(10_000)).padStart(4, '0') }),
  courier_companies: (row, { now }) => ({
    sealed: hex(Buffer.alloc(0)),
    removed_at: row['removed_at'] ?? now.toISOString(),
  }),
  payment_gateways: (row, { now }) => ({
    sealed: hex(Buffer.alloc(0)),
    disconnected_at: row['disconnected_at'] ?? now.toISOString(),
  }),
  // Money that was paid is the former server's to move, also where the same account is connected here: without its id at the gateway
  // a payment is looked for no more.
  payments: (row, { unpaid }) =>
    unpaid.payments.has(idOf(row))
      ? null
      : { url: null, request_key: null, request_hash: nobodysToken(), entry: null, gateway_id: null },
  payment_lines: leaveUnpaidMoney,
  payment_movements: (row, reading) => {
    // In payments of tables the order stands behind the kind of the movement, or the id of the refund.
    const parts = String(row['key']).split(' ');
    const key = parts.map((part) => (isId(part) ? reading.ids.of(part) : part)).join(' ');
    return leaveUnpaidMoney(row, reading) && { key };
  },
  // The former server makes those that the gateway has not confirmed.
  payment_refunds: (row, reading) =>
    row['done_at'] === null ? null : leaveUnpaidMoney(row, reading) && { asked_by: null, request_key: null },
  printers: () => ({ token_hash: nobodysToken(), events_read: 0, mac: null, status_code: null, last_seen_at: null }),
};

/** The row as it is written on this server, or null where it is left out. */
export function newRow(table: ArchivedTableName, row: Row, reading: Reading): Row | null {
  const changed = rules[table]?.(row, reading) ?? (rules[table] === undefined ? {} : null);
  if (changed === null) return null;
  const kept = Object.entries(row).map(([column, value]) => [column, withNewIds(table, column, value, reading.ids)]);
  return { ...(Object.fromEntries(kept) as Row), ...changed, restaurant_id: reading.restaurantId };
}

function withNewIds(table: ArchivedTableName, column: string, value: unknown, ids: NewIds): unknown {
  if (value === null) return null;
  const { type } = (schema[table] as Record<string, { facts: { type: string } }>)[column]!.facts;
  if (type === 'uuid') return newId(value, ids, table);
  if (type === '_uuid' && Array.isArray(value)) return value.map((id) => newId(id, ids, table));
  return type === 'jsonb' ? ids.inJson(value) : value;
}

function newId(value: unknown, ids: NewIds, table: string): string {
  if (typeof value !== 'string' || !isId(value))
    throw new UnreadableArchive(`a row of ${table} has an id that is none`);
  return ids.of(value);
}

function leaveUnpaid(row: Row, { unpaid }: Reading): Row | null {
  return typeof row['order_id'] === 'string' && unpaid.orders.has(row['order_id']) ? null : {};
}

function leaveUnpaidMoney(row: Row, { unpaid }: Reading): Row | null {
  return unpaid.payments.has(row['payment_id'] as string) ? null : {};
}

function newPicture(hash: unknown, pictures: Reading['pictures']): string | null {
  return typeof hash === 'string' ? (pictures.get(hash) ?? null) : null;
}

function isTimeZone(name: unknown): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(name) }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const idOf = (row: Row) => row['id'] as string;
const number = (row: Row, column: string) => Number(row[column]);
