import { type PrinterCondition, ticketWidths } from '#contract/base/enumerations.ts';
import type { Printer } from '#contract/printing/printing.ts';
import type { PrinterRow } from './queries.ts';

export function printerForWire(row: PrinterRow): Printer {
  return {
    _id: row.id,
    outletId: row.outlet_id,
    outletName: row.outlet_name,
    name: row.name,
    kind: row.kind,
    width: widthOf(row),
    prints: row.prints,
    hiddenCategories: row.hidden_categories,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    condition: row.status_code === null ? null : conditionOf(row.status_code),
    waiting: row.waiting,
    failed: row.failed,
    awaited: row.awaited,
    unprinted: row.unprinted,
  };
}

/** Characters in a line; the database accepts no others. */
export function widthOf({ width }: Pick<PrinterRow, 'width'>): Printer['width'] {
  const known = ticketWidths.find((one) => one === width);
  if (known === undefined) throw new Error(`A printer whose paper is ${width} characters wide`);
  return known;
}

/** The meaning of the first digits of a CloudPRNT status. */
function conditionOf(status: number): PrinterCondition {
  if (status >= 210 && status < 220) return 'paper_low';
  if (status >= 200 && status < 300) return 'ok';
  if (status === 411) return 'paper_jam';
  if (status >= 410 && status < 420) return 'paper_out';
  if (status >= 420 && status < 430) return 'cover_open';
  return 'error';
}
