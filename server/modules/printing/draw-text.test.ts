import { describe, expect, test } from 'vitest';
import { openPen, type Picture } from './draw-text.ts';

const pen = openPen();
const drawing = { width: 400, height: 26, bold: false };
const draw = (text: string) => pen.draw(text, drawing);

function columnInk({ width, height, dots }: Picture, x: number): number {
  return Array.from({ length: height }, (_, y) => dots[y * width + x]!).reduce((a, b) => a + b, 0);
}

describe('a pen', () => {
  test('knows the letters that no font has', async () => {
    // An unassigned code point, in both lengths of its box, among letters of whatever fonts there are.
    expect(await pen.missing('\u0378')).toEqual(new Set(['\u0378']));
    expect(await pen.missing('\u{1fffe} \u0378\u0301')).toEqual(new Set(['\u{1fffe}', '\u0378']));
    expect(await pen.missing(' \u200d\u0301')).toEqual(new Set());
  });

  test('looks up 200 letters of a text and keeps what it found; the others are missing until it has', async () => {
    const letters = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0xc0 + index));
    const other = openPen();
    const unknown = new Set([
      ...(await other.missing(letters.slice(0, 200).join(''))),
      ...(await other.missing(letters.slice(200).join(''))),
    ]);
    const fresh = openPen();
    const text = letters.join('');
    expect(await fresh.missing(text)).toEqual(new Set([...unknown, ...letters.slice(200)]));
    expect(await fresh.missing(text)).toEqual(unknown);
  });

  test('draws markup as it is written', async () => {
    const plain = await draw('a&lt;b');
    expect((await draw('<b>a</b> & b')).width).toBeGreaterThan(plain.width);
  });

  test('draws one white column for what has no ink', async () => {
    for (const text of ['', ' ', '\u200d', '\u2800'])
      expect(await draw(text), JSON.stringify(text)).toEqual({ width: 1, height: 26, dots: new Uint8Array(26) });
  });

  test('takes a letter without ink among others for none that is missing', async () => {
    // A font that has U+2800 draws nothing for it; where none has it, its box shows that it is missing.
    const missing = await pen.missing('a\u2800b');
    expect([new Set(), new Set(['\u2800'])]).toContainEqual(missing);
    expect((await draw('a\u2800b')).width).toBeGreaterThan((await draw('ab')).width);
  });

  test('breaks the line at the edge of the paper', async () => {
    const short = await draw('word');
    const long = await draw('word '.repeat(30));
    expect(long.width).toBeLessThanOrEqual(400);
    expect(long.height).toBeGreaterThan(short.height * 3);
    expect((await draw('w'.repeat(200))).width).toBeLessThanOrEqual(400);
  });

  test('joins Arabic letters and writes them from the right, or reports them as missing', async () => {
    const missing = await pen.missing('اسلم');
    if (missing.size > 0) {
      // A machine without an Arabic font lacks all these letters.
      expect(missing).toEqual(new Set('اسلم'));
      return;
    }
    // Three joined letters have one tail; three separate ones have three.
    const [joined, apart] = [await draw('سسس'), await draw('س\u200cس\u200cس')];
    expect(joined.width).toBeLessThan(apart.width * 0.9);
    // The first letter is one upright stroke, at the right.
    const word = await draw('ا س');
    const ink = (x: number) => columnInk(word, x);
    expect(ink(word.width - 2)).toBeGreaterThan(word.height * 0.6);
    expect(ink(1)).toBeLessThan(word.height * 0.6);
  });
});
