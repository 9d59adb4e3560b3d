import { createHmac } from 'node:crypto';
import type { OutletId, RestaurantId, TableId } from '#contract/base/ids.ts';
import { isSameBytes } from '#server/same-bytes.ts';

/** The facts that a table's code is signed for. */
export interface CodedTable {
  restaurantId: RestaurantId;
  outletId: OutletId;
  id: TableId;
  /** The number that names the table in the code. */
  number: number;
  version: number;
}

/** 96 bits: too many to try out over a network, and short enough for a small QR code. */
const signatureBytes = 12;

/** '12-Zk3…': the number of the table, and the server's signature of everything that the code is valid for. */
export function makeTableCode(secret: string, table: CodedTable): string {
  return `${table.number}-${sign(secret, table).toString('base64url')}`;
}

/** The number that a code names, whether the code is valid or not; null for text that is no code. */
export function tableNumberIn(code: string): number | null {
  const number = /^([1-9]\d{0,8})-[\w-]{16}$/.exec(code)?.[1];
  return number === undefined ? null : Number(number);
}

/** Whether the server made this code for the table as it is now. Takes constant time. */
export function isTableCode(secret: string, table: CodedTable, code: string): boolean {
  const signature = Buffer.from(code.slice(code.indexOf('-') + 1), 'base64url');
  return isSameBytes(signature, sign(secret, table)) && tableNumberIn(code) === table.number;
}

function sign(secret: string, { restaurantId, outletId, id, number, version }: CodedTable): Buffer {
  return createHmac('sha256', secret)
    .update(`table code ${restaurantId} ${outletId} ${id} ${number} ${version}`)
    .digest()
    .subarray(0, signatureBytes);
}
