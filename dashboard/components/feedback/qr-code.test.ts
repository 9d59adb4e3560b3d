import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrCode, qrSvg } from './qr-code.ts';

const address = 'https://orders.example.com/al-noor-kitchen/menu';

/** The squares that the path fills, row by row. */
function painted(path: string, side: number): boolean[][] {
  const squares = Array.from({ length: side }, () => Array<boolean>(side).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = Number(x); at < Number(x) + Number(length); at += 1) squares[Number(y)]![at] = true;
  }
  return squares;
}

test('the path paints the dark squares and no other', () => {
  const { side, path } = qrCode(address);
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  expect(side).toBe(size);
  expect(painted(path, side)).toEqual(data);
  expect(path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('');
});

test('four squares around it stay white', () => {
  const { side, path } = qrCode(address);
  const squares = painted(path, side);
  const isMargin = (at: number) => at < 4 || at >= side - 4;
  expect(squares.some((row, y) => row.some((isDark, x) => isDark && (isMargin(x) || isMargin(y))))).toBe(false);
});

test('the picture stands alone', () => {
  const code = qrCode(address);
  expect(qrSvg(code)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
  expect(qrSvg(code)).toContain(code.path);
});
