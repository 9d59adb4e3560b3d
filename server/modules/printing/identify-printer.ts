import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { RequestBudget } from '#server/http/requests/request-budget.ts';
import type { PrinterRow } from './queries.ts';
import { findPollingPrinter, findSetup, type PollingPrinter } from './serve-printer.ts';

/** A printer known by the secret in its address, with its settings. */
export interface IdentifiedPrinter extends PollingPrinter {
  setup: PrinterRow;
}

/** Identifies printers within a budget of requests per address of the network. */
export class PrinterIdentification {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'config'>;
  readonly #budget = new RequestBudget();

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
    this.#deps = deps;
  }

  /** @throws request.no_route for an unknown or former secret; rate.limited */
  async identify(token: string, ip: string): Promise<IdentifiedPrinter> {
    const { db, clock, config } = this.#deps;
    if (config.rateLimits) this.#budget.take({ kind: 'anonymous' }, ip, clock());
    const asking = /^[a-z0-9]{20,40}$/.test(token) ? await findPollingPrinter(db, token) : null;
    const setup = asking && (await findSetup(db, asking, clock()));
    if (asking === null || setup === null) throw new Refusal('request.no_route');
    return { ...asking, setup };
  }
}
