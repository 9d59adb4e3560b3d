import type { PrinterKind } from '#contract/base/enumerations.ts';
import { ticketTime } from '#contract/ordering/ready-by.ts';
import { orderForWire } from '#server/modules/ordering/wire.ts';
import type { Pen } from './draw-text.ts';
import { encodePieces, paperLines, type PrinterLanguage, textOfPieces } from './encode-ticket.ts';
import type { PrinterRow } from './queries.ts';
import type { FetchedJob } from './serve-printer.ts';
import { type Piece, testPagePieces, ticketPieces } from './ticket.ts';
import { widthOf } from './wire.ts';
import { type TicketWords, wordsIn } from './words.ts';

/** The formats of a job by media type; the first is the best. */
const languages: Record<PrinterKind, Record<string, PrinterLanguage | 'text'>> = {
  cloudprnt: {
    'application/vnd.star.starprnt': 'star-prnt',
    'application/vnd.star.line': 'star-line',
    'text/plain': 'text',
  },
  epson: { 'application/octet-stream': 'esc-pos', 'text/plain': 'text' },
  escpos: { 'application/octet-stream': 'esc-pos', 'text/plain': 'text' },
};

export function mediaTypesOf(kind: PrinterKind): string[] {
  return Object.keys(languages[kind]);
}

/** The offered media type that was requested, the best by default; null for one that is not offered. */
export function chosenMediaType(kind: PrinterKind, asked: string | undefined): string | null {
  const offered = mediaTypesOf(kind);
  if (asked === undefined) return offered[0]!;
  const bare = asked.split(';', 1)[0]!.trim().toLowerCase();
  return offered.find((type) => type === bare) ?? null;
}

/** The bytes on the wire. `mediaType` is one of `mediaTypesOf` the printer's kind. */
export async function makeTicket(
  job: FetchedJob,
  printer: PrinterRow,
  mediaType: string,
  pen: Pen,
  now: Date,
): Promise<Uint8Array> {
  const width = widthOf(printer);
  const language = languages[printer.kind][mediaType]!;
  // Printers of plain text join no Arabic letters and turn no lines.
  const words = language === 'text' ? wordsIn.en : await writableWords(wordsIn[job.language], pen);
  const pieces = piecesOf(job, printer, now, words);
  return language === 'text'
    ? new TextEncoder().encode(textOfPieces(pieces, width))
    : encodePieces(pieces, { width, language, isRightToLeft: words.isRightToLeft }, pen);
}

/** The lines of the ticket for an Epson printer. Letters beyond ASCII are drawn: which others it has depends on its model. */
export async function epsonTicket(
  job: FetchedJob,
  printer: PrinterRow,
  pen: Pen,
  now: Date,
): ReturnType<typeof paperLines> {
  const words = await writableWords(wordsIn[job.language], pen);
  const paper = { width: widthOf(printer), isRightToLeft: words.isRightToLeft, codepage: 'ascii' as const };
  return paperLines(piecesOf(job, printer, now, words), paper, pen);
}

/** The words, or English ones where no font of this machine has their letters. */
async function writableWords(words: TicketWords, pen: Pen): Promise<TicketWords> {
  if (!words.isRightToLeft) return words;
  const texts = Object.values(words).filter((text) => typeof text === 'string');
  return (await pen.missing(texts.join(''))).size === 0 ? words : wordsIn.en;
}

function piecesOf(
  { order, reason, copiesBefore, elsewhere, country }: FetchedJob,
  printer: PrinterRow,
  now: Date,
  words: TicketWords,
): Piece[] {
  if (order === null) {
    const { name, outlet_name: outletName, outlet_time_zone: timeZone, width } = printer;
    return testPagePieces({ name, outletName, width }, ticketTime(now, timeZone, now, words.locale), words);
  }
  const occasion = {
    kind: reason === 'cancelled' ? 'cancelled' : 'ticket',
    copiesBefore: reason === 'cancelled' ? 0 : copiesBefore,
    isRestored: reason === 'restored',
    isChanged: reason === 'changed',
    elsewhere,
    country,
    now,
  } as const;
  return ticketPieces(orderForWire(order, 'merchant'), occasion, words);
}
