/** Lays out the pieces of a ticket as lines of paper, `width` characters wide. Pure. */
import type { Piece, TextSize } from './ticket.ts';

/**
 * A line that the printer writes, at most as wide as the paper, or text that is drawn because the printer lacks its
 * letters.
 */
export type Line =
  | { kind: 'text'; text: string; size: TextSize; bold: boolean }
  | {
      kind: 'drawn';
      text: string;
      size: TextSize;
      bold: boolean;
      isCentred: boolean;
      /** Characters. */
      indent: number;
      /** Drawn at the right edge of a line from the right. */
      mark?: string;
      /** Drawn at its left edge. */
      amount?: string;
    };

type TextPiece = Extract<Piece, { kind: 'text' }>;

/**
 * `writes` tells whether the printer has letters for all of a text. `width` is in characters of normal size. From the right,
 * marks and texts stand at the right edge, and amounts at the left one.
 */
export function layOut(
  pieces: readonly Piece[],
  width: number,
  writes: (text: string) => boolean,
  isRightToLeft = false,
): Line[] {
  return pieces.flatMap((piece) => {
    switch (piece.kind) {
      case 'rule':
        return [line('-'.repeat(width))];
      case 'space':
        return [line('')];
      case 'text':
        if (isRightToLeft && piece.isCentred !== true)
          return writes(`${piece.text}${piece.mark ?? ''}`) ? linesFromRight(piece, width) : [lineFromRight(piece)];
        return writes(piece.text) ? writtenLines(piece, width) : drawnLines(piece, width);
    }
  });
}

/** Characters of this size in a line. */
function columnsOf(size: TextSize, width: number): number {
  return size === 'large' ? Math.floor(width / 2) : width;
}

function line(text: string, { size = 'normal', bold = false }: Pick<TextPiece, 'size' | 'bold'> = {}): Line {
  return { kind: 'text', text, size, bold };
}

function writtenLines(piece: TextPiece, width: number): Line[] {
  const columns = columnsOf(piece.size ?? 'normal', width);
  const before = textBefore(piece);
  const rest = columns - before.length;
  const parts = wrap(piece.text, rest - amountWidth(piece), rest);
  return parts.map((part, index) => {
    if (piece.isCentred === true) return line(centred(part, columns), piece);
    return line(index === 0 ? withAmount(before + part, piece, columns) : ' '.repeat(before.length) + part, piece);
  });
}

/** Quantity and amount beside the text are written, so that they are always in the same place. */
function drawnLines(piece: TextPiece, width: number): Line[] {
  const { text, size = 'normal', bold = false, isCentred = false } = piece;
  const before = textBefore(piece);
  const drawn: Line = { kind: 'drawn', text, size, bold, isCentred, indent: before.length };
  if (before.trim() === '' && piece.amount === undefined) return [drawn];
  return [line(withAmount(before.trimEnd(), piece, columnsOf(size, width)), piece), drawn];
}

/** Reads from the right: quantity, text, amount. */
function linesFromRight(piece: TextPiece, width: number): Line[] {
  const columns = columnsOf(piece.size ?? 'normal', width);
  const { mark = '', indent = 0, amount = '' } = piece;
  const after = (mark === '' ? '' : ` ${mark.split(' ').toReversed().join(' ')}`) + ' '.repeat(indent);
  const rest = columns - after.length;
  return wrap(piece.text, rest - amountWidth(piece), rest).map((part, index) =>
    index === 0 ? line(amount + part.padStart(rest - amount.length) + after, piece) : line(part.padStart(rest), piece),
  );
}

/** All of it is one picture, in which the amount stands beside the text. */
function lineFromRight({ text, size = 'normal', bold = false, indent = 0, mark, amount }: TextPiece): Line {
  const beside = { ...(mark !== undefined && mark !== '' && { mark }), ...(amount !== undefined && { amount }) };
  return { kind: 'drawn', text, size, bold, isCentred: false, indent, ...beside };
}

function textBefore({ indent = 0, mark = '' }: TextPiece): string {
  return ' '.repeat(indent) + (mark === '' ? '' : `${mark} `);
}

function amountWidth({ amount }: TextPiece): number {
  return amount === undefined ? 0 : amount.length + 1;
}

function withAmount(text: string, { amount }: TextPiece, columns: number): string {
  return amount === undefined ? text : text.padEnd(columns - amount.length) + amount;
}

function centred(text: string, columns: number): string {
  return ' '.repeat(Math.floor((columns - lengthOf(text)) / 2)) + text;
}

/** Breaks a text at words where they fit, the first line in `first` characters, the others in `rest`. */
function wrap(text: string, first: number, rest: number): string[] {
  const parts: string[] = [];
  let part = '';
  const room = () => (parts.length === 0 ? first : rest);
  for (let word of text.split(' ').filter((one) => one !== '')) {
    if (part !== '' && lengthOf(part) + 1 + lengthOf(word) <= room()) {
      part += ` ${word}`;
      continue;
    }
    if (part !== '') parts.push(part);
    while (lengthOf(word) > room()) {
      const letters = Array.from(word);
      parts.push(letters.slice(0, room()).join(''));
      word = letters.slice(parts.length === 1 ? first : rest).join('');
    }
    part = word;
  }
  return part === '' && parts.length > 0 ? parts : [...parts, part];
}

/** Counts characters as a reader does. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
