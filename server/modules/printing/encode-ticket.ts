import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { TicketWidth } from '#contract/base/enumerations.ts';
import type { Pen, Picture } from './draw-text.ts';
import { layOut, type Line } from './layout.ts';
import { canWrite, cleaned, type Codepage } from './letters.ts';
import type { Piece, TextSize } from './ticket.ts';

const printerLanguages = ['esc-pos', 'star-prnt', 'star-line'] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

interface Paper {
  /** Characters in a line. */
  width: TicketWidth;
  language: PrinterLanguage;
  /** Text begins at the right edge. */
  isRightToLeft?: boolean;
  /** The letters that the printer has; all others are drawn. */
  codepage?: Codepage;
}

/**
 * A ticket's pieces as bytes for a printer: text in the printer's own letters, drawings for other letters (such as
 * Arabic), and a cut. When the machine has no font either, the name in another language is used, or '?' for the letter.
 */
export async function encodePieces(
  pieces: readonly Piece[],
  { width, language, isRightToLeft = false, codepage = 'windows1252' }: Paper,
  pen: Pen,
): Promise<Uint8Array> {
  const lines = await paperLines(pieces, { width, isRightToLeft, codepage }, pen);
  const encoder = new ReceiptPrinterEncoder({ language, columns: width, imageMode: 'raster', feedBeforeCut: 3 });
  encoder.initialize().codepage(codepage === 'ascii' ? 'cp437' : codepage);
  for (const line of lines) {
    if (line.kind === 'picture') encoder.image(line.picture, { mode: 'raster' });
    else encoder.bold(line.bold).width(line.wide).height(line.high).line(line.text).bold(false).width(1).height(1);
  }
  return encoder.cut('partial').encode();
}

/** A line in letters that the printer has, `wide` and `high` times their size. */
export interface WrittenLine {
  kind: 'text';
  text: string;
  bold: boolean;
  wide: number;
  high: number;
}

/** A line of other letters, as RGBA: in whole bytes across, and in the bands of 24 dots that every printer can print. */
export interface DrawnPicture {
  kind: 'picture';
  picture: { width: number; height: number; data: Uint8ClampedArray };
}

/** The lines of a ticket, as printers of any language take them. */
export async function paperLines(
  pieces: readonly Piece[],
  { width, isRightToLeft, codepage }: { width: TicketWidth; isRightToLeft: boolean; codepage: Codepage },
  pen: Pen,
): Promise<(WrittenLine | DrawnPicture)[]> {
  const writes = (text: string) => canWrite(text, codepage);
  const lines: (WrittenLine | DrawnPicture)[] = [];
  for (const line of layOut(await legible(pieces, writes, pen), width, writes, isRightToLeft)) {
    if (line.kind === 'text') lines.push({ kind: 'text', text: line.text, bold: line.bold, ...heights[line.size] });
    else lines.push({ kind: 'picture', picture: await pictureOf(line, width, isRightToLeft, pen) });
  }
  return lines;
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

/** Width of a letter, in the dots of a printer. */
const letterWidth = 12;
const letterHeight = 26;

type DrawnLine = Extract<Line, { kind: 'drawn' }>;

/** A picture on the paper, in dots from its left edge. */
interface Placed {
  picture: Picture;
  left: number;
}

async function pictureOf(line: DrawnLine, columns: number, isRightToLeft: boolean, pen: Pen) {
  const room = columns * letterWidth;
  const height = Math.round(letterHeight * (line.size === 'normal' ? 1 : 1.5));
  const draw = (text: string, width: number) => pen.draw(text, { width, height, bold: line.bold });
  if (!isRightToLeft || line.isCentred) {
    const picture = await draw(line.text, room - line.indent * letterWidth);
    const left = line.isCentred ? Math.floor(Math.max(0, room - picture.width) / 2) : line.indent * letterWidth;
    return onPaper([{ picture, left }], room);
  }
  const mark = line.mark === undefined ? null : await draw(line.mark, 0);
  // Amounts are as small as in the printer's own letters, so that the dish has room.
  const small = { width: 0, height: letterHeight, bold: line.bold };
  const amount = line.amount === undefined ? null : await pen.draw(line.amount, small);
  let right = room - line.indent * letterWidth;
  const placed: Placed[] = [];
  if (mark !== null) {
    right -= mark.width;
    placed.push({ picture: mark, left: right });
    right -= letterWidth;
  }
  const leftEdge = amount === null ? 0 : amount.width + letterWidth;
  const text = await draw(line.text, right - leftEdge);
  placed.push({ picture: text, left: right - text.width });
  if (amount !== null) placed.push({ picture: amount, left: 0 });
  return onPaper(placed, room);
}

function onPaper(placed: readonly Placed[], room: number): DrawnPicture['picture'] {
  const rightmost = Math.max(...placed.map(({ picture, left }) => left + picture.width));
  const width = Math.min(room, Math.ceil(rightmost / 8) * 8);
  const tallest = Math.max(...placed.map(({ picture }) => picture.height));
  const height = Math.ceil((tallest + spaceAround * 2) / 24) * 24;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  // Drawings of one line have one middle: that of the paper, or of the first line where a text has several.
  const isOneLine = ({ picture }: Placed) => picture.height < letterHeight * 2;
  const firstLine = placed.every(isOneLine) || placed.length === 1 ? height : spaceAround * 2 + letterHeight * 1.5;
  for (const one of placed) {
    const { picture, left } = one;
    const isCentred = placed.length === 1 || isOneLine(one);
    const top = isCentred ? Math.max(0, Math.floor((firstLine - picture.height) / 2)) : spaceAround;
    picture.dots.forEach((dot, index) => {
      const [x, y] = [left + (index % picture.width), top + Math.floor(index / picture.width)];
      if (dot === 1 && x >= 0 && x < width) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    });
  }
  return { width, height, data };
}

/** Dots above and below a drawing. */
const spaceAround = 3;
