import { LruCache } from '#server/lru-cache.ts';

/** Black dots on white paper: `dots[y * width + x]` is 1 for ink. */
export interface Picture {
  width: number;
  height: number;
  dots: Uint8Array;
}

interface Drawing {
  /** Width of the paper, in dots; longer text continues on the next line. */
  width: number;
  /** Height of a letter, in dots. */
  height: number;
  bold: boolean;
}

/** Draws texts that a printer has no letters for. */
export interface Pen {
  /**
   * The characters of the text that no font of this machine has. So many that are not known yet are looked up, each by a
   * drawing; the rest counts as missing.
   */
  missing(text: string): Promise<Set<string>>;
  /**
   * The text in as many lines as it needs, right to left when its first letter is. Cropped to the ink; one dot wide, and
   * white, where there is none.
   */
  draw(text: string, drawing: Drawing): Promise<Picture>;
}

const probeHeight = 24;
/** Characters shaped by their neighbours, or without a shape. */
const shapeless = /^[\s\p{M}\p{Cf}]$/u;
/**
 * Noncharacters, which no font has: they show the box of every missing letter, with its code, as wide as the code is
 * long.
 */
const nobodysLetters = { short: '\ufdd0', long: '\u{1fffe}' };
const mostRemembered = 20_000;
/** Characters looked up for one text: half a millisecond each. */
const mostLookedUp = 200;

/**
 * Draws with the fonts of the machine; letters are joined, and lines turned, as their script requires. A missing letter
 * is detected by comparing its picture with the box of a noncharacter.
 */
export function openPen(): Pen {
  const known = new LruCache<string, boolean>(mostRemembered);
  let boxes: Promise<Record<keyof typeof nobodysLetters, Picture>> | null = null;

  async function isMissing(letter: string): Promise<boolean> {
    boxes ??= drawBoxes().catch((error: unknown) => {
      boxes = null;
      throw error;
    });
    const box = (await boxes)[letter.codePointAt(0)! > 0xffff ? 'long' : 'short'];
    const isBox = isFramedAs(box, await draw(letter, { width: 0, height: probeHeight, bold: false }));
    known.set(letter, isBox, 1);
    return isBox;
  }

  return {
    draw,
    async missing(text) {
      const missing = new Set<string>();
      let lookedUp = 0;
      for (const letter of new Set(Array.from(text))) {
        if (shapeless.test(letter)) continue;
        const remembered = known.get(letter);
        if (remembered === undefined) lookedUp += 1;
        if (remembered ?? (lookedUp > mostLookedUp || (await isMissing(letter)))) missing.add(letter);
      }
      return missing;
    },
  };
}

async function drawBoxes(): Promise<Record<keyof typeof nobodysLetters, Picture>> {
  const drawing = { width: 0, height: probeHeight, bold: false };
  return { short: await draw(nobodysLetters.short, drawing), long: await draw(nobodysLetters.long, drawing) };
}

async function draw(text: string, drawing: Drawing): Promise<Picture> {
  const { height } = drawing;
  const drawn = text === '' ? null : await drawInk(text, drawing);
  return drawn ?? { width: 1, height, dots: new Uint8Array(height) };
}

/** @returns null for a text of letters without ink, such as a joiner or U+2800, which libvips refuses to draw. */
async function drawInk(text: string, { width, height, bold }: Drawing): Promise<Picture | null> {
  // libvips takes 10 MB, which a server that prints no such text spares.
  const { default: sharp } = await import('sharp');
  const raw = await sharp({
    text: {
      text: marked(text, bold),
      font: `sans ${height}`,
      dpi: 72,
      ...(width === 0 ? {} : { width, wrap: 'word-char' }),
    },
  })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('no text to render')) return null;
      throw error;
    });
  if (raw === null) return null;
  const { data, info } = raw;
  const dots = new Uint8Array(info.width * info.height);
  for (let index = 0; index < dots.length; index++) dots[index] = data[index * info.channels]! >= 128 ? 1 : 0;
  return { width: info.width, height: info.height, dots };
}

/** The text in the markup that the drawing takes. */
function marked(text: string, bold: boolean): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return bold ? `<b>${escaped}</b>` : escaped;
}

/** Whether two pictures have one size and the same two dots along their edges. */
function isFramedAs(one: Picture, other: Picture): boolean {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return false;
  return one.dots.every((dot, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return (x > 1 && x < width - 2 && y > 1 && y < height - 2) || dot === other.dots[index];
  });
}
