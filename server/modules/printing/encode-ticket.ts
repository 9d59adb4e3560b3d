import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { TicketWidth } from '#contract/base/enumerations.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { Pen, Picture } from './draw-text.ts';
import { layOut, type Line } from './layout.ts';
import { canWrite, cleaned, type Codepage } from './letters.ts';
import { type Piece, ticketPieces, type TextSize, type TicketOccasion } from './ticket.ts';

const printerLanguages = ['esc-pos', 'star-prnt', 'star-line'] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

interface Paper {
  /** Characters in a line. */
  width: TicketWidth;
  language: PrinterLanguage;
  /** The letters that the printer has; all others are drawn. */
  codepage?: Codepage;
}

/**
 * An order's ticket as bytes for a printer: text in the printer's own letters, drawings for other letters (such as
 * Arabic), and a cut. When the machine has no font either, the name in another language is used, or '?' for the letter.
 */
export function orderTicket(order: Order, occasion: TicketOccasion, paper: Paper, pen: Pen): Promise<Uint8Array> {
  return encodePieces(ticketPieces(order, occasion), paper, pen);
}

/** Any pieces as bytes for a printer. */
export async function encodePieces(
  pieces: readonly Piece[],
  { width, language, codepage = 'windows1252' }: Paper,
  pen: Pen,
): Promise<Uint8Array> {
  const writes = (text: string) => canWrite(text, codepage);
  const lines = layOut(await legible(pieces, writes, pen), width, writes);
  const encoder = new ReceiptPrinterEncoder({ language, columns: width, imageMode: 'raster', feedBeforeCut: 3 });
  encoder.initialize().codepage(codepage === 'ascii' ? 'cp437' : codepage);
  for (const line of lines) {
    if (line.kind === 'text') writeLine(encoder, line);
    else encoder.image(onPaper(await drawLine(line, width, pen), line, width), { mode: 'raster' });
  }
  return encoder.cut('partial').encode();
}

/** Any pieces as plain text in UTF-8, for printers that take nothing else. Sizes and drawings are lost, no word is. */
export function textOfPieces(pieces: readonly Piece[], width: TicketWidth): string {
  const clean = pieces.map((piece) => (piece.kind === 'text' ? { ...piece, text: cleaned(piece.text) } : piece));
  // Plain text has one size, so nothing is centred in half the width.
  const even = clean.map((piece) => (piece.kind === 'text' ? { ...piece, size: 'normal' as const } : piece));
  return layOut(even, width, () => true)
    .map(({ text }) => `${text}\r\n`)
    .join('');
}

/**
 * The pieces with texts that can be written or drawn: the first such text of each, otherwise the first text with '?'
 * for missing letters.
 */
async function legible(pieces: readonly Piece[], writes: (text: string) => boolean, pen: Pen): Promise<Piece[]> {
  const texts = pieces.map((piece) =>
    piece.kind === 'text' ? [piece.text, ...(piece.others ?? [])].map(cleaned) : [],
  );
  // At once for the whole ticket, the shown names before those in other languages, because the pen looks up only so many.
  const names = [...texts.flatMap(([first = '']) => first), ...texts.flatMap(([, ...others]) => others)];
  const missing = await pen.missing(names.filter((text) => !writes(text)).join(''));
  const isLegible = (text: string) =>
    text !== '' && (writes(text) || !Array.from(text).some((one) => missing.has(one)));
  return pieces.map((piece, index) => {
    if (piece.kind !== 'text') return piece;
    const [first = ''] = texts[index]!;
    const text = texts[index]!.find(isLegible);
    return {
      ...piece,
      text: text ?? Array.from(first, (letter) => (missing.has(letter) && !writes(letter) ? '?' : letter)).join(''),
    };
  });
}

const heights: Record<TextSize, { wide: number; high: number }> = {
  normal: { wide: 1, high: 1 },
  tall: { wide: 1, high: 2 },
  large: { wide: 2, high: 2 },
};

function writeLine(encoder: ReceiptPrinterEncoder, { text, size, bold }: Extract<Line, { kind: 'text' }>): void {
  const { wide, high } = heights[size];
  encoder.bold(bold).width(wide).height(high);
  encoder.line(text);
  encoder.bold(false).width(1).height(1);
}

/** Width of a letter, in the dots of a printer. */
const letterWidth = 12;
const letterHeight = 26;

function drawLine({ text, size, bold, indent }: Extract<Line, { kind: 'drawn' }>, width: number, pen: Pen) {
  const height = Math.round(letterHeight * (size === 'normal' ? 1 : 1.5));
  return pen.draw(text, { width: (width - indent) * letterWidth, height, bold });
}

/**
 * Pixels as the encoder takes them: in whole bytes across, and in the bands of 24 dots that every printer can print.
 */
function onPaper(
  picture: Picture,
  { isCentred, indent }: Extract<Line, { kind: 'drawn' }>,
  columns: number,
): { width: number; height: number; data: Uint8ClampedArray } {
  const room = columns * letterWidth;
  const left = isCentred ? Math.floor(Math.max(0, room - picture.width) / 2) : indent * letterWidth;
  const width = Math.min(room, Math.ceil((left + picture.width) / 8) * 8);
  const height = Math.ceil((picture.height + spaceAround * 2) / 24) * 24;
  const top = Math.floor((height - picture.height) / 2);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  picture.dots.forEach((dot, index) => {
    const [x, y] = [left + (index % picture.width), top + Math.floor(index / picture.width)];
    if (dot === 1 && x < width) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  });
  return { width, height, data };
}

/** Dots above and below a drawing. */
const spaceAround = 3;
