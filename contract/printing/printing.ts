/**
 * Ticket printers: registering them, printing a ticket by hand, and the protocol they speak. A printer fetches its jobs
 * itself, at an address of its own outside the API (`/print/<token>`), so the restaurant's network needs no open port.
 */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { printerConditions, printerKinds, printMoments, ticketWidths } from '../base/enumerations.ts';
import { done, idOf, idParams, instant, line } from '../base/fields.ts';
import type { CategoryId, OrderId, OutletId, PrinterId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/**
 * `lastSeenAt` is null until the printer has polled for the first time. `waiting` counts tickets to print, `failed`
 * those of the last day that could not be printed. `awaited` and `unprinted` count the orders of these that are still being made.
 */
export const Printer = z.object({
  _id: idOf<PrinterId>(),
  outletId: idOf<OutletId>(),
  outletName: z.string(),
  name: z.string(),
  kind: z.enum(printerKinds),
  width: z.literal(ticketWidths),
  prints: z.enum(printMoments),
  hiddenCategories: z.array(idOf<CategoryId>()),
  lastSeenAt: instant.nullable(),
  condition: z.enum(printerConditions).nullable(),
  waiting: z.int(),
  failed: z.int(),
  awaited: z.int(),
  unprinted: z.int(),
});
export type Printer = z.infer<typeof Printer>;

const NewPrinter = z.object({
  outletId: idOf<OutletId>(),
  name: line(limits.name),
  kind: z.enum(printerKinds),
  width: z.literal(ticketWidths).default(48),
  prints: z.enum(printMoments).default('arrival'),
  /** The dishes that stand in these categories alone are left out; new categories are printed until somebody hides them. */
  hiddenCategories: z.array(idOf<CategoryId>()).max(limits.hiddenCategoriesMax).default([]),
});
export type NewPrinter = z.infer<typeof NewPrinter>;

/** The settings to change; those that are left out stay unchanged. */
const PrinterChanges = NewPrinter.extend({
  width: z.literal(ticketWidths),
  prints: z.enum(printMoments),
  hiddenCategories: z.array(idOf<CategoryId>()).max(limits.hiddenCategoriesMax),
}).partial();
export type PrinterChanges = z.infer<typeof PrinterChanges>;

const saved = done.extend({ printer: Printer });
/**
 * `address` is typed into the printer, and with an Epson printer `secretId` as its ID. The secret is answered only here: the server stores
 * its hash.
 */
const addressed = saved.extend({ address: z.url(), secretId: z.string().optional() });

/** `missingScripts` are writing systems that this server has no font for: a ticket shows '?' for them. */
export const listPrinters = endpoint({
  summary: "The restaurant's printers, how they are, and what waits for them.",
  callers: merchant,
  answer: z.object({ printers: z.array(Printer), missingScripts: z.array(z.enum(['arabic'])) }),
  errors: [],
});

export const addPrinter = endpoint({
  summary: 'Add a printer. Answers the secret address that it is to fetch its tickets from, once.',
  callers: editors,
  body: NewPrinter,
  answer: addressed,
  errors: ['request.not_found', 'printing.too_many'],
});

export const updatePrinter = endpoint({
  summary: 'Change what a printer is called, where it stands, its paper, when it prints and which dishes.',
  callers: editors,
  params: idParams<PrinterId>(),
  body: PrinterChanges,
  answer: saved,
  errors: ['request.not_found'],
});

export const newPrinterAddress = endpoint({
  summary: 'Give a printer a new secret address. The one before answers no more.',
  callers: editors,
  params: idParams<PrinterId>(),
  answer: addressed,
  errors: ['request.not_found'],
});

export const deletePrinter = endpoint({
  summary: 'Delete a printer; it can be restored.',
  callers: editors,
  params: idParams<PrinterId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const restorePrinter = endpoint({
  summary: 'Bring back a deleted printer, with the address it had.',
  callers: editors,
  params: idParams<PrinterId>(),
  answer: saved,
  errors: ['request.not_found', 'printing.too_many'],
});

/** A ticket that is already waiting is not queued twice. `printers` are the names of those that will print it. */
export const printTicket = endpoint({
  summary: "Print an order's ticket, on one printer or on all of its outlet.",
  callers: merchant,
  body: z.object({ orderId: idOf<OrderId>(), printerId: idOf<PrinterId>().optional() }),
  answer: done.extend({ printers: z.array(z.string()) }),
  errors: ['order.not_found', 'request.not_found', 'printing.no_printer'],
});

export const printTestPage = endpoint({
  summary: 'Print a page that shows what the printer can do.',
  callers: merchant,
  params: idParams<PrinterId>(),
  answer: done,
  errors: ['request.not_found'],
});

/**
 * A printer's poll for work, by the CloudPRNT protocol of Star Micronics (JSON over HTTP, openly documented).
 * `statusCode` is '200 OK', often with %20 for the space; 2xx can print, 4xx cannot (410 no paper, 420 cover open).
 */
export const PrinterPoll = z.object({
  statusCode: z.string().max(200).optional(),
  printerMAC: z.string().max(64).optional(),
  printingInProgress: z.boolean().optional(),
});
export type PrinterPoll = z.infer<typeof PrinterPoll>;

/**
 * The server's answer to a poll. `jobToken` comes back with the GET that fetches the job and the DELETE that confirms
 * it.
 */
export type PrinterOffer =
  | { jobReady: false }
  | { jobReady: true; mediaTypes: readonly string[]; jobToken: string; deleteMethod: 'DELETE' };
