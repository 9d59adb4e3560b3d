import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { PrinterRow } from './queries.ts';
import { findPollingPrinter, findSetup, type PollingPrinter } from './serve-printer.ts';

/** A printer known by the secret in its address, with its settings. */
export interface IdentifiedPrinter extends PollingPrinter {
  setup: PrinterRow;
}

/** @throws request.no_route for an unknown or former secret */
export async function identifyPrinter(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<IdentifiedPrinter> {
  const asking = /^[a-z0-9]{20,40}$/.test(token) ? await findPollingPrinter(db, token) : null;
  const setup = asking && (await findSetup(db, asking, clock()));
  if (asking === null || setup === null) throw new Refusal('request.no_route');
  return { ...asking, setup };
}
