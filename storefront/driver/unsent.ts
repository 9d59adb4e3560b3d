/** Ends of orders that a driver reached without a connection: kept until they are sent, in their order. */
import type { OrderId } from '#contract/base/ids.ts';

export type Unsent =
  | { kind: 'handOver'; orderId: OrderId; code?: string; name?: string; photo?: Blob }
  | { kind: 'fail'; orderId: OrderId; reason: string };

/** The last thing done with an order replaces what was done with it before. */
export function withUnsent(list: readonly Unsent[], added: Unsent): Unsent[] {
  return [...list.filter(({ orderId }) => orderId !== added.orderId), added];
}

/** A photo is too large for the storage of a browser: it waits in the page. */
export function storedText(list: readonly Unsent[]): string {
  return JSON.stringify(list.filter((one) => one.kind === 'fail' || one.photo === undefined));
}

/** Anything of another shape is left out. */
export function parseUnsent(text: string | null): Unsent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

function isUnsent(one: unknown): one is Unsent {
  const { kind, orderId, reason, code, name } = Object(one) as Record<string, unknown>;
  if (typeof orderId !== 'string') return false;
  return kind === 'fail' ? typeof reason === 'string' : kind === 'handOver' && typeof (code ?? name) === 'string';
}
