/** Drawings of vegetables, herbs, nuts and seeds, each around (0, 0). */
import { at, between, circle, type Dice, line, oval, scatter, shape, strew, type Svg } from './svg.ts';

const leaf = (colour: string, vein: string): Svg =>
  shape('M-34 0C-20 -22 14 -22 34 0C14 22 -20 22 -34 0Z', colour) +
  line('M-30 0H26M-8 0l10 -9M6 0l9 -8M-8 0l10 9M6 0l9 8', vein, 3);

export const mint = (): Svg => leaf('#4C9A45', '#35792F');

export const sprig = (): Svg =>
  line('M0 34Q4 8 0 -10', '#3C7F38', 5) +
  at(0, -26, -90, 0.95, mint()) +
  at(-24, 0, -150, 0.8, leaf('#5BAA52', '#35792F')) +
  at(24, 2, -30, 0.8, leaf('#5BAA52', '#35792F'));

export const parsley = (roll: Dice): Svg =>
  scatter(roll, 4, 9, 9)
    .map(({ x, y }) => circle(x, y, between(roll, 5, 8), roll() < 0.5 ? '#3F8F3B' : '#5DAA4E'))
    .join('');

export const lettuce = (roll: Dice): Svg => {
  const light = roll() < 0.5 ? '#8CC152' : '#A5CF6B';
  return (
    shape(
      'M-60 6C-64 -30 -36 -50 -18 -40C-8 -60 26 -58 34 -38C58 -38 70 -8 56 12C62 36 30 52 12 42C-4 58 -40 50 -44 34C-56 32 -62 20 -60 6Z',
      light,
    ) + line('M-44 6Q0 -6 46 2M-14 0L-26 -22M10 -2L18 -26M-10 2L-18 26M16 2L28 22', '#DDEFBF', 4)
  );
};

export const tomatoSlice = (r = 40): Svg =>
  circle(0, 0, r, '#D63B2A') +
  circle(0, 0, r * 0.86, '#EC5B44') +
  [0, 72, 144, 216, 288]
    .map((turn) =>
      at(
        0,
        0,
        turn,
        1,
        oval(0, -r * 0.46, r * 0.17, r * 0.25, '#F9A987') + oval(0, -r * 0.46, r * 0.05, r * 0.09, '#F6DC9A'),
      ),
    )
    .join('');

export const cherryTomato = (r = 30): Svg =>
  circle(0, 0, r, '#DD3A2B') + oval(-r * 0.3, -r * 0.35, r * 0.3, r * 0.18, '#FF8F7A', 'opacity=".9"');

export const tomatoDice = (): Svg =>
  shape('M-12 -10L10 -12L13 9L-10 12Z', '#E04B36') + shape('M-12 -10L10 -12L8 -4L-9 -3Z', '#F47C63');

export const cucumberSlice = (r = 36): Svg =>
  circle(0, 0, r, '#4C8F3F') +
  circle(0, 0, r * 0.86, '#D8EDB4') +
  circle(0, 0, r * 0.52, '#C3E096') +
  [0, 60, 120, 180, 240, 300]
    .map((turn) => at(0, 0, turn, 1, oval(0, -r * 0.36, r * 0.06, r * 0.13, '#F4FADF')))
    .join('');

export const onionRing = (r = 34, colour = '#B565A7'): Svg =>
  circle(0, 0, r, 'none', `stroke="${colour}" stroke-width="7"`) +
  circle(0, 0, r - 8, 'none', 'stroke="#F2DDF0" stroke-width="8"');

export const radish = (): Svg => circle(0, 0, 26, '#D7355F') + circle(0, 0, 22, '#FFF4F5') + circle(0, 0, 9, '#FBE0E6');

export const olive = (): Svg =>
  oval(0, 0, 25, 20, '#5B6B2A') + oval(12, 0, 7, 8, '#C8412D') + oval(-8, -7, 8, 4, '#fff', 'opacity=".4"');

export const pickle = (): Svg =>
  shape('M-46 -10C-30 -24 28 -24 46 -8C52 4 44 16 34 16C4 24 -30 22 -44 12C-52 6 -52 -4 -46 -10Z', '#7C9A3B') +
  line('M-34 -4q30 -9 66 0', '#A9C468', 5);

export const turnip = (): Svg => box45('#E8688F', '#F7A8BF');
const box45 = (dark: string, light: string): Svg =>
  shape('M-38 -8L36 -12L40 8L-36 12Z', dark) + shape('M-38 -8L36 -12L37 -3L-37 2Z', light);

const citrus = (r: number, peel: string, pith: string, flesh: string): Svg =>
  circle(0, 0, r, peel) +
  circle(0, 0, r * 0.88, pith) +
  Array.from({ length: 8 }, (_, step) =>
    at(
      0,
      0,
      step * 45,
      1,
      shape(`M0 ${-r * 0.1}L${-r * 0.24} ${-r * 0.7}Q0 ${-r * 0.86} ${r * 0.24} ${-r * 0.7}Z`, flesh),
    ),
  ).join('');

export const lemonSlice = (r = 40): Svg => citrus(r, '#F2C12E', '#FFF6CF', '#FBD84F');
export const orangeSlice = (r = 40): Svg => citrus(r, '#EF8A1D', '#FFE4BF', '#F9A94A');

export const lemonWedge = (): Svg =>
  shape('M-52 0A52 52 0 0 0 52 0Z', '#F2C12E') +
  shape('M-45 0A45 45 0 0 0 45 0Z', '#FFF6CF') +
  shape('M-3 3L-38 6Q-34 26 -17 33ZM3 3L38 6Q34 26 17 33ZM0 6L-12 37Q0 42 12 37Z', '#FBD84F');

export const chickpea = (): Svg =>
  circle(0, 0, 19, '#D9AE62') + circle(-2, -3, 16, '#EBC987') + line('M-4 -12q8 10 2 20', '#C4924A', 3);

export const bean = (): Svg =>
  shape('M-24 -4C-20 -22 18 -24 25 -5C30 12 16 19 8 11C2 6 -4 6 -9 11C-18 18 -28 8 -24 -4Z', '#7A4A2B') +
  oval(-5, -9, 11, 4, '#A8744E');

export const pomegranate = (): Svg =>
  shape('M0 -13C9 -9 12 3 6 10C1 14 -7 12 -10 6C-13 -2 -8 -11 0 -13Z', '#A80F36') + circle(-3, -2, 3.5, '#F0708C');

export const pineNut = (): Svg =>
  shape('M-13 0C-8 -9 6 -8 14 0C6 8 -8 9 -13 0Z', '#F1D9A0') + line('M-7 -2q7 -3 13 1', '#FFF3D0', 3);

export const almond = (): Svg =>
  shape('M-24 0C-12 -16 12 -15 26 0C12 15 -12 16 -24 0Z', '#B8763A') +
  line('M-13 -3q12 -6 25 1M-13 4q12 3 22 0', '#D99C5E', 3);

export const walnut = (roll: Dice): Svg =>
  scatter(roll, 6, 15, 13, 6)
    .map(({ x, y }) => circle(x, y, between(roll, 8, 12), roll() < 0.5 ? '#A9713F' : '#C48D57'))
    .join('');

export const pistachio = (): Svg =>
  shape('M-11 -4L2 -10L12 -1L6 9L-8 7Z', '#7BA23F') + shape('M-11 -4L2 -10L5 -3L-6 1Z', '#A7C66B');

/** Scattered dust: paprika, sumac, pistachio, sugar. */
export const dust = (roll: Dice, count: number, rx: number, ry: number, colour: string, size = 4): Svg =>
  scatter(roll, count, rx, ry)
    .map(({ x, y }) => circle(x, y, between(roll, size * 0.5, size), colour))
    .join('');

export const sesame = (roll: Dice, count: number, rx: number, ry: number): Svg =>
  strew(roll, scatter(roll, count, rx, ry, 12), () => oval(0, 0, 6.5, 3.6, '#FFF1CF'));

export const chilli = (colour = '#C8281E'): Svg =>
  line('M-42 6Q-6 -22 40 2', colour, 15) +
  line('M-32 0Q-6 -16 18 -10', '#F0695B', 4) +
  line('M40 2l14 6', '#4C8F3F', 7);
