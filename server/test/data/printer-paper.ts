/**
 * Prints on paper in memory: interprets a printer's bytes by the manuals of ESC/POS and StarPRNT, and throws at an
 * unknown command. It shares no code with the encoder of tickets.
 */
export type Dialect = 'esc-pos' | 'star';

export type OnPaper =
  | { kind: 'line'; text: string; bold: boolean; wide: number; high: number }
  | { kind: 'picture'; width: number; height: number; dots: Uint8Array }
  | { kind: 'cut' };

export function printOut(bytes: Uint8Array, dialect: Dialect): OnPaper[] {
  return new Paper(bytes, dialect).read();
}

/** The printed lines of text, without pictures. */
export function textOf(paper: readonly OnPaper[]): string[] {
  return paper.flatMap((one) => (one.kind === 'line' ? [one.text] : []));
}

const esc = 0x1b;
const gs = 0x1d;
const western = new TextDecoder('windows-1252');

class Paper {
  readonly #bytes: Uint8Array;
  readonly #dialect: Dialect;
  readonly #paper: OnPaper[] = [];
  #at = 0;
  #text: number[] = [];
  #style = { bold: false, wide: 1, high: 1 };
  /** The style of the line's first letter. */
  #lineStyle = this.#style;

  constructor(bytes: Uint8Array, dialect: Dialect) {
    this.#bytes = bytes;
    this.#dialect = dialect;
  }

  read(): OnPaper[] {
    while (this.#at < this.#bytes.length) {
      const byte = this.#next();
      if (byte === 0x0a) this.#endLine();
      else if (byte >= 0x20) this.#write(byte);
      else if (byte !== 0x0d) this.#obey(byte);
    }
    if (this.#text.length > 0) throw new Error('The last line is not ended');
    return this.#paper;
  }

  #next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('A command is cut off');
    return byte;
  }

  #write(byte: number): void {
    if (this.#text.length === 0) this.#lineStyle = this.#style;
    this.#text.push(byte);
  }

  #endLine(): void {
    // After a picture the line feed belongs to it.
    if (this.#text.length === 0 && this.#paper.at(-1)?.kind === 'picture') return;
    this.#paper.push({ kind: 'line', text: western.decode(Uint8Array.from(this.#text)), ...this.#lineStyle });
    this.#text = [];
    this.#lineStyle = this.#style;
  }

  #obey(first: number): void {
    if (this.#dialect === 'esc-pos') this.#obeyEscPos(first);
    else this.#obeyStar(first);
  }

  #obeyEscPos(first: number): void {
    const second = this.#next();
    switch ((first << 8) | second) {
      case (esc << 8) | 0x40: // initialise
      case 0x1c2e: // no Chinese characters
        return;
      case (esc << 8) | 0x4d: // font
      case (esc << 8) | 0x74: // code page
      case (esc << 8) | 0x61: // alignment
        this.#next();
        return;
      case (esc << 8) | 0x45:
        this.#style = { ...this.#style, bold: this.#next() === 1 };
        return;
      case (gs << 8) | 0x21: {
        const size = this.#next();
        this.#style = { ...this.#style, wide: (size >> 4) + 1, high: (size & 0x0f) + 1 };
        return;
      }
      case (gs << 8) | 0x76:
        return this.#raster();
      case (gs << 8) | 0x56:
        this.#next();
        this.#paper.push({ kind: 'cut' });
        return;
      default:
        throw new Error(`ESC/POS knows no command ${first.toString(16)} ${second.toString(16)}`);
    }
  }

  #obeyStar(first: number): void {
    if (first === 0x18) return; // discard unprinted data
    if (first !== esc) throw new Error(`StarPRNT knows no command ${first.toString(16)}`);
    const second = this.#next();
    switch (second) {
      case 0x40: // initialise
      case 0x30: // narrow line spacing, for pictures
        return;
      case 0x7a: // normal line spacing
        this.#next();
        return;
      case 0x45:
      case 0x46:
        this.#style = { ...this.#style, bold: second === 0x45 };
        return;
      case 0x69: {
        const high = this.#next() + 1;
        this.#style = { ...this.#style, high, wide: this.#next() + 1 };
        return;
      }
      case 0x1d: {
        const third = this.#next();
        if (third !== 0x74 && third !== 0x61) throw new Error(`StarPRNT knows no command 1b 1d ${third.toString(16)}`);
        this.#next();
        return;
      }
      case 0x58:
        return this.#band();
      case 0x64:
        this.#next();
        this.#paper.push({ kind: 'cut' });
        return;
      default:
        throw new Error(`StarPRNT knows no command 1b ${second.toString(16)}`);
    }
  }

  /** GS v 0: rows of dots, eight in a byte. Pieces of one picture are consecutive. */
  #raster(): void {
    this.#next();
    this.#next();
    const across = this.#next() + this.#next() * 256;
    const height = this.#next() + this.#next() * 256;
    const dots = new Uint8Array(across * 8 * height);
    for (let index = 0; index < across * height; index++) {
      const byte = this.#next();
      for (let bit = 0; bit < 8; bit++) dots[index * 8 + bit] = (byte >> (7 - bit)) & 1;
    }
    this.#addPicture(across * 8, height, dots);
  }

  /** ESC X: columns of 24 dots, three bytes each; bands of one picture are consecutive. */
  #band(): void {
    const width = this.#next() + this.#next() * 256;
    const dots = new Uint8Array(width * 24);
    for (let x = 0; x < width; x++) {
      for (let third = 0; third < 3; third++) {
        const byte = this.#next();
        for (let bit = 0; bit < 8; bit++) dots[(third * 8 + bit) * width + x] = (byte >> (7 - bit)) & 1;
      }
    }
    this.#addPicture(width, 24, dots);
  }

  #addPicture(width: number, height: number, dots: Uint8Array): void {
    const before = this.#paper.at(-1);
    if (before?.kind === 'picture' && before.width === width && this.#isContinued(before.height)) {
      this.#paper.pop();
      const all = new Uint8Array(before.dots.length + dots.length);
      all.set(before.dots);
      all.set(dots, before.dots.length);
      this.#paper.push({ kind: 'picture', width, height: before.height + height, dots: all });
      return;
    }
    this.#paper.push({ kind: 'picture', width, height, dots });
  }

  #isContinued(height: number): boolean {
    return this.#dialect === 'star' ? height % 24 === 0 : height % 255 === 0;
  }
}
