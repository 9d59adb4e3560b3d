/** A printer as its form has it, and what is sent of it. Pure functions. */
import { type PrinterKind, type PrintMoment, ticketWidths } from '#contract/base/enumerations.ts';
import type { CategoryId, OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { NewPrinter, Printer, PrinterChanges } from '#contract/printing/printing.ts';
import { changedFields } from '../../components/form/changed-fields.ts';

export interface PrinterValues {
  name: string;
  outletId: string;
  kind: PrinterKind;
  /** Characters in a line, as a choice. */
  width: string;
  prints: PrintMoment;
  hiddenCategories: CategoryId[];
}

export function printerValues(printer: Printer | null, outlets: readonly Pick<Outlet, '_id'>[]): PrinterValues {
  if (printer === null) {
    const outletId = outlets.length === 1 ? outlets[0]!._id : '';
    return { name: '', outletId, kind: 'cloudprnt', width: '48', prints: 'arrival', hiddenCategories: [] };
  }
  const { name, outletId, kind, width, prints, hiddenCategories } = printer;
  return { name, outletId, kind, width: String(width), prints, hiddenCategories };
}

/** The form as the API takes it. */
export function printerFields({ width, outletId, ...others }: PrinterValues): NewPrinter {
  return {
    ...others,
    outletId: outletId as OutletId,
    width: ticketWidths.find((one) => String(one) === width) ?? 48,
  };
}

/** Fields that were changed in the form. */
export function printerChanges(before: Printer, values: PrinterValues): PrinterChanges {
  return changedFields(printerFields(printerValues(before, [])), printerFields(values));
}
