/** Drawings of spreads, salads and soups: whole plates, each around (0, 0). */
import {
  bean,
  chickpea,
  cucumberSlice,
  dust,
  lemonWedge,
  lettuce,
  mint,
  olive,
  parsley,
  pineNut,
  pomegranate,
  radish,
  tomatoDice,
  tomatoSlice,
} from './garden.ts';
import { at, between, blob, box, circle, type Dice, line, oval, ring, scatter, shape, strew, type Svg } from './svg.ts';
import { bowl } from './table.ts';

/** A dip with a wave from the back of a spoon, and oil in the hollow. */
export function spread(
  roll: Dice,
  r: number,
  colour: string,
  light: string,
  dark: string,
  topping: Svg,
  oil = '#D9A520',
): Svg {
  const waves = Array.from({ length: 4 }, (_, step) => {
    const at = r * (0.88 - step * 0.16);
    return line(
      `M${-at} ${at * 0.12}A${at} ${at * 0.97} 0 1 1 ${at * 0.6} ${at * 0.78}`,
      step % 2 === 0 ? light : dark,
      r * 0.055,
      'opacity=".75"',
    );
  }).join('');
  return [
    blob(roll, 0, 0, r, r, colour, 0.02),
    waves,
    blob(roll, r * 0.02, r * 0.04, r * 0.44, r * 0.36, oil, 0.12, 'opacity=".85"'),
    line(
      `M${-r * 0.26} ${-r * 0.1}q${r * 0.2} ${-r * 0.16} ${r * 0.44} ${-r * 0.06}`,
      '#FFF0B8',
      r * 0.035,
      'opacity=".9"',
    ),
    topping,
  ].join('');
}

export const hummus = (roll: Dice, r: number, topping: Svg): Svg =>
  spread(roll, r, '#EBD2A0', '#F7E6C2', '#D6B67B', topping);

/** Chickpeas in the middle, paprika around, parsley at the edge. */
export const hummusTopping = (roll: Dice): Svg =>
  strew(roll, scatter(roll, 7, 62, 52, 34), chickpea) +
  dust(roll, 70, 175, 170, '#B5391F', 5) +
  strew(roll, ring(9, 150, 150, 10), parsley, 1.5);

export function salad(roll: Dice, r: number, pieces: Svg): Svg {
  const leaves = strew(roll, scatter(roll, 22, r * 0.72, r * 0.72, 48), lettuce, 1.25);
  return circle(0, 0, r * 0.93, '#5E8F3A') + leaves + pieces;
}

export const fattoushPieces = (roll: Dice): Svg =>
  strew(roll, scatter(roll, 6, 190, 190, 100), () => tomatoSlice(38)) +
  strew(roll, scatter(roll, 6, 200, 200, 90), () => cucumberSlice(34)) +
  strew(roll, scatter(roll, 6, 200, 200, 80), radish) +
  strew(roll, scatter(roll, 9, 210, 210, 70), crispBread) +
  dust(roll, 70, 230, 230, '#8E1F2F', 5);

const crispBread = (): Svg =>
  shape('M-40 -24L34 -30L42 22L-32 32Z', '#C98F45') +
  shape('M-40 -26L34 -32L38 14L-34 24Z', '#EBC07C') +
  oval(4, -6, 12, 7, '#C98F45', 'opacity=".7"');

export const tabbouleh = (roll: Dice, r: number): Svg =>
  circle(0, 0, r, '#3C7A33') +
  scatter(roll, 260, r * 0.95, r * 0.95, 14)
    .map(({ x, y }) =>
      at(
        x,
        y,
        roll() * 360,
        1,
        shape('M-12 0Q0 -11 13 0Q0 10 -12 0Z', ['#4C9140', '#67AB52', '#3B7C34'][Math.floor(roll() * 3)]!),
      ),
    )
    .join('') +
  strew(roll, scatter(roll, 34, r * 0.85, r * 0.85, 38), tomatoDice, 1.1) +
  dust(roll, 60, r * 0.9, r * 0.9, '#F1DDAE', 6);

export const labneh = (roll: Dice): Svg =>
  spread(
    roll,
    236,
    '#FBF7EE',
    '#FFFFFF',
    '#E6DFCF',
    dust(roll, 120, 110, 100, '#6F7B2C', 6) + dust(roll, 30, 110, 100, '#A33A22', 4),
  ) +
  strew(roll, ring(5, 168, 168, 20), olive, 1.05) +
  strew(roll, ring(5, 172, 172, 56), mint, 1.1);

export function soup(roll: Dice, colour: string, light: string, topping: Svg): Svg {
  const swirl = line('M-150 10A150 120 0 0 1 120 -86M-96 40A110 90 0 0 1 92 -40', light, 20, 'opacity=".55"');
  return bowl(
    330,
    circle(0, 0, 284, colour) +
      circle(0, 0, 270, 'none', `stroke="${light}" stroke-width="10" opacity=".5"`) +
      swirl +
      topping +
      dust(roll, 40, 200, 190, '#8E2A1B', 4),
    '#F4EBDD',
    '#E6D8C3',
  );
}

/** Beans in their broth. */
export const foul = (roll: Dice): Svg =>
  circle(0, 0, 280, '#8A5A31') +
  strew(roll, scatter(roll, 74, 250, 250, 36), bean, 1.05) +
  blob(roll, 10, 0, 120, 100, '#D9A520', 0.12, 'opacity=".5"') +
  strew(roll, scatter(roll, 18, 150, 140, 44), tomatoDice, 1.4) +
  strew(roll, scatter(roll, 14, 200, 190, 50), parsley, 1.5) +
  at(150, 140, -30, 1.2, lemonWedge());

/** Content in a pan with tomatoes and peppers. */
export const panOf = (roll: Dice, content: Svg): Svg =>
  at(0, 0, -24, 1, box(290, -34, 330, 68, 30, '#1F1B1A') + box(290, -34, 330, 26, 14, '#3A3432')) +
  circle(10, 26, 330, '#1d120a', 'opacity=".2"') +
  circle(0, 0, 330, '#2A2523') +
  circle(0, 0, 300, '#3D3634') +
  blob(roll, 0, 0, 288, 286, '#C23B22', 0.015) +
  content;

export const sauceLumps = (roll: Dice): Svg =>
  scatter(roll, 44, 262, 260, 40)
    .map(({ x, y }) =>
      blob(
        roll,
        x,
        y,
        between(roll, 18, 34),
        between(roll, 14, 26),
        ['#D9512F', '#E4683A', '#A92D1B'][Math.floor(roll() * 3)]!,
        0.15,
      ),
    )
    .join('');

export const jewels = (roll: Dice, count: number, r: number): Svg =>
  strew(roll, scatter(roll, count, r, r, 26), pomegranate, 1.2);
export const nutsOver = (roll: Dice, count: number, r: number): Svg =>
  strew(roll, scatter(roll, count, r, r, 26), pineNut, 1.3);
