/** Drawings of breads, wraps and pastries, each around (0, 0). */
import { sesame } from './garden.ts';
import { at, between, blob, box, circle, type Dice, line, oval, scatter, shape, type Svg } from './svg.ts';

export const flatbread = (roll: Dice, r: number): Svg =>
  circle(6, 14, r, '#1d120a', 'opacity=".18"') +
  blob(roll, 0, 0, r, r * 0.98, '#D9A45B', 0.03) +
  blob(roll, -3, -4, r * 0.95, r * 0.93, '#EFC98C', 0.03) +
  scatter(roll, 16, r * 0.8, r * 0.8, r * 0.2)
    .map(({ x, y }) =>
      blob(roll, x, y, between(roll, 0.05, 0.13) * r, between(roll, 0.04, 0.09) * r, '#C68A43', 0.2, 'opacity=".75"'),
    )
    .join('');

/** A flat pie: a rim of dough, with a spread and a topping. */
export const pie = (roll: Dice, r: number, spread: string, topping: Svg): Svg =>
  circle(8, 18, r, '#1d120a', 'opacity=".2"') +
  blob(roll, 0, 0, r, r * 0.99, '#C88A3F', 0.025) +
  blob(roll, -2, -4, r * 0.97, r * 0.95, '#EDBE76', 0.025) +
  blob(roll, 0, 0, r * 0.83, r * 0.82, spread, 0.03) +
  topping +
  scatter(roll, 12, r * 0.96, r * 0.96)
    .filter(({ x, y }) => Math.hypot(x, y) > r * 0.87)
    .map(({ x, y }) => oval(x, y, 11, 7, '#B5752C', 'opacity=".7"'))
    .join('');

/** A folded boat of dough with pointed ends. */
export const boat = (filling: string, topping: Svg): Svg =>
  shape('M-250 20C-160 -136 160 -136 250 20C160 156 -160 156 -250 20Z', '#1d120a', 'opacity=".2"') +
  shape('M-250 0C-160 -150 160 -150 250 0C160 140 -160 140 -250 0Z', '#C88A3F') +
  shape('M-244 -6C-156 -146 156 -146 244 -6C156 124 -156 124 -244 -6Z', '#EDBE76') +
  shape('M-196 -6C-122 -106 122 -106 196 -6C122 88 -122 88 -196 -6Z', filling) +
  topping;

/** A wrap standing in its paper, with `filling` visible at the top. */
export function wrap(roll: Dice, filling: Svg, stripes = '#C2410C'): Svg {
  return [
    shape(
      'M-74 -190H84V180Q84 214 50 214H-40Q-74 214 -74 180Z',
      '#1d120a',
      'opacity=".2" transform="translate(10 18)"',
    ),
    filling,
    shape('M-84 -168Q-70 -196 -44 -178Q-20 -200 6 -180Q34 -202 56 -178Q80 -192 84 -166V120H-84Z', '#E4B472'),
    shape('M-84 -168Q-70 -196 -44 -178Q-20 -200 6 -180L-4 120H-84Z', '#F1CB92'),
    scatter(roll, 12, 62, 120, 26)
      .map(({ x, y }) => oval(x, y - 70, between(roll, 7, 15), between(roll, 5, 9), '#BF8443', 'opacity=".8"'))
      .join(''),
    shape('M-92 -10L92 -50V186Q92 222 56 222H-56Q-92 222 -92 186Z', '#FFFBF2'),
    [40, 92, 144, 196]
      .map((y) => shape(`M-92 ${y}L92 ${y - 40}V${y - 22}L-92 ${y + 18}Z`, stripes, 'opacity=".85"'))
      .join(''),
    shape('M-92 -10L92 -50V-30L-92 10Z', '#EADFCB'),
  ].join('');
}

/** A burger from the side, layers from the bottom up. */
export function burger(roll: Dice, layers: readonly Svg[]): Svg {
  const stack = layers.map((layer, index) => at(0, 70 - index * 34, 0, 1, layer)).join('');
  const top = 70 - layers.length * 34;
  return [
    oval(0, 172, 240, 30, '#1d120a', 'opacity=".22"'),
    shape('M-206 92H206V118Q206 168 150 168H-150Q-206 168 -206 118Z', '#C9852F'),
    shape('M-206 92H206V108Q200 140 150 140H-150Q-200 140 -206 108Z', '#E5A94F'),
    stack,
    at(
      0,
      top + 22,
      0,
      1,
      shape('M-212 0C-212 -150 212 -150 212 0Q212 18 190 18H-190Q-212 18 -212 0Z', '#C9852F') +
        shape('M-206 -6C-200 -142 200 -142 206 -6Q200 4 184 4H-184Q-200 4 -206 -6Z', '#E9AE55') +
        shape('M-150 -52C-100 -112 40 -116 96 -92C20 -98 -90 -88 -150 -52Z', '#F8D694', 'opacity=".8"') +
        at(0, -62, 0, 1, sesame(roll, 26, 140, 36)),
    ),
  ].join('');
}

export const patty = (colour = '#6B371B', light = '#8E5129'): Svg =>
  box(-214, -22, 428, 58, 28, colour) +
  box(-210, -24, 420, 40, 20, light) +
  line('M-160 -8H40M80 -8H150', '#B0713F', 8, 'opacity=".6"');

export const cheeseSlice = (): Svg =>
  shape('M-216 -12H216L150 22L110 6L40 40L-20 8L-90 30L-140 6Z', '#F7B733') + line('M-200 -8H190', '#FFD978', 6);

export const lettuceFrill = (): Svg =>
  shape(
    'M-226 -8Q-210 30 -180 10Q-150 40 -120 12Q-90 38 -60 12Q-30 40 0 12Q30 38 60 12Q90 40 120 12Q150 36 180 10Q210 30 226 -8Z',
    '#7DB547',
  ) + line('M-210 -6H210', '#A9D573', 8);

export const tomatoLayer = (): Svg => box(-200, -14, 190, 30, 14, '#D9402D') + box(20, -14, 180, 30, 14, '#E2533E');

export const pancake = (roll: Dice, r: number): Svg =>
  blob(roll, 0, 10, r, r * 0.96, '#A9631E', 0.025) +
  blob(roll, 0, 0, r * 0.98, r * 0.95, '#E7AE5B', 0.025) +
  blob(roll, -6, -8, r * 0.8, r * 0.76, '#F2C77F', 0.04);

/** A bread basket lined with a cloth. */
export const basket = (r: number, content: Svg): Svg =>
  circle(8, 24, r, '#1d120a', 'opacity=".2"') +
  circle(0, 0, r, '#A9713A') +
  Array.from({ length: 36 }, (_, step) =>
    at(0, 0, step * 10, 1, box(-12, -r + 4, 24, 30, 8, step % 2 === 0 ? '#C78F52' : '#8F5B2B')),
  ).join('') +
  circle(0, 0, r * 0.84, '#F6EAD2') +
  content;

/** A highlight on honey. */
export const lightOnHoney = (): Svg => line('M-34 -8q24 -30 60 -6', '#FFE08A', 8) + circle(18, 18, 9, '#F5C451');

/** Content with bread behind the plate, to the left. */
export const withBread = (roll: Dice, content: Svg): Svg => at(-330, -210, 0, 1, flatbread(roll, 210)) + content;
