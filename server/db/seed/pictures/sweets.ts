/** Drawings of desserts, each around (0, 0). */
import { almond, dust, pistachio } from './garden.ts';
import { at, between, blob, box, circle, type Dice, line, oval, ring, scatter, shape, strew, type Svg } from './svg.ts';

export const kunafa = (roll: Dice): Svg =>
  circle(0, 6, 262, '#A9551A') +
  circle(0, 0, 260, '#E08A2C') +
  scatter(roll, 280, 248, 248, 10)
    .map(({ x, y }) =>
      at(
        x,
        y,
        roll() * 360,
        1,
        line('M-16 0Q0 -9 16 2', ['#F0A84B', '#C97420', '#F7C06A'][Math.floor(roll() * 3)]!, 4),
      ),
    )
    .join('') +
  strew(roll, scatter(roll, 70, 110, 110, 14), pistachio, 0.95) +
  line('M-190 -90A210 210 0 0 1 -60 -200', '#FFE2A6', 14, 'opacity=".8"');

export const baklava = (): Svg =>
  shape('M0 -66L92 0L0 66L-92 0Z', '#9C5A1E', 'transform="translate(0 16)"') +
  shape('M0 -66L92 0L0 66L-92 0Z', '#E0A14A') +
  line('M-62 -14L0 -56L62 -14M-40 -14L0 -40L40 -14', '#F6CE86', 5) +
  line('M-92 4L0 70L92 4', '#B9762E', 6) +
  shape('M0 -26L34 0L0 24L-34 0Z', '#7BA23F') +
  shape('M0 -26L34 0L6 -4Z', '#A7C66B');

export const roundBaklava = (roll: Dice): Svg =>
  circle(3, 8, 58, '#8F4F1A') +
  circle(0, 0, 57, '#DE9C45') +
  Array.from({ length: 18 }, (_, step) => at(0, 0, step * 20, 1, line('M0 -54Q10 -40 0 -28', '#F4CB82', 5))).join('') +
  circle(0, 0, 26, '#6F953A') +
  strew(roll, scatter(roll, 6, 16, 16, 9), pistachio, 0.7);

export const dumpling = (roll: Dice): Svg =>
  circle(3, 8, 58, '#7A3E10') +
  blob(roll, 0, 0, 57, 56, '#C9771F', 0.03) +
  blob(roll, -6, -8, 44, 42, '#E69B3A', 0.05) +
  line('M-30 -22Q-12 -44 14 -38', '#FFE0A0', 9, 'opacity=".9"') +
  shape('M-44 -6Q-20 -30 8 -20Q34 -30 46 0Q30 14 22 -2Q6 22 -8 0Q-26 18 -44 -6Z', '#5A2A0E', 'opacity=".85"');

export const ummAli = (roll: Dice): Svg =>
  blob(roll, 0, 0, 276, 272, '#F6E3BC', 0.02) +
  scatter(roll, 34, 240, 236, 50)
    .map(({ x, y }) =>
      blob(
        roll,
        x,
        y,
        between(roll, 28, 48),
        between(roll, 22, 36),
        ['#E3A957', '#D08B36', '#F0C681'][Math.floor(roll() * 3)]!,
        0.2,
      ),
    )
    .join('') +
  strew(roll, scatter(roll, 16, 210, 210, 56), almond, 1.1) +
  strew(roll, scatter(roll, 20, 220, 220, 46), () => oval(0, 0, 15, 10, '#5B3017'), 1) +
  strew(roll, scatter(roll, 40, 220, 220, 26), pistachio, 0.9) +
  dust(roll, 60, 240, 240, '#FFFDF4', 6);

export const rose = (): Svg =>
  [0, 72, 144, 216, 288].map((turn) => at(0, 0, turn, 1, oval(0, -24, 20, 26, '#E77C97'))).join('') +
  [36, 108, 180, 252, 324].map((turn) => at(0, 0, turn, 1, oval(0, -13, 13, 17, '#F3A3B7'))).join('') +
  circle(0, 0, 9, '#D4506F');

export const date = (): Svg =>
  oval(3, 7, 62, 34, '#2E140A') +
  oval(0, 0, 60, 32, '#5A2A14') +
  line('M-44 -8Q0 -28 42 -10M-50 4Q0 -8 48 6', '#8A4A27', 6) +
  oval(-18, -13, 18, 6, '#B87A50', 'opacity=".8"');

export const strawberry = (): Svg =>
  shape('M0 62C-50 34 -62 -18 -40 -34C-22 -46 22 -46 40 -34C62 -18 50 34 0 62Z', '#D4252F') +
  shape('M-34 -20C-30 -32 0 -36 8 -30C-8 -20 -24 10 -20 30C-34 14 -40 -6 -34 -20Z', '#F2636B', 'opacity=".8"') +
  [
    [-18, -8],
    [4, -14],
    [22, -4],
    [-6, 12],
    [14, 18],
    [-2, 36],
  ]
    .map(([x, y]) => oval(x!, y!, 3, 5, '#FAD97A'))
    .join('') +
  shape('M0 -32L-34 -48L-14 -50L0 -66L14 -50L34 -48Z', '#4F9A3F');

export const grape = (): Svg =>
  circle(0, 0, 32, '#6A2C70') + circle(-3, -4, 27, '#8E4194') + oval(-10, -12, 10, 6, '#D9A6DC', 'opacity=".9"');

export const melon = (): Svg =>
  shape('M-130 -20A130 130 0 0 0 130 -20L112 -34A112 112 0 0 1 -112 -34Z', '#8DB255') +
  shape('M-112 -34A112 112 0 0 0 112 -34L0 -46Z', '#F7A95B') +
  line('M-84 -26A86 86 0 0 0 60 26', '#FBC98B', 10, 'opacity=".8"');

export const mango = (): Svg =>
  [0, 1, 2]
    .map((row) =>
      [0, 1, 2]
        .map((column) =>
          box(column * 44 - 64, row * 40 - 60, 40, 36, 9, row % 2 === column % 2 ? '#FFC02E' : '#F7A51E'),
        )
        .join(''),
    )
    .join('');

export const kiwi = (): Svg =>
  circle(0, 0, 58, '#7A5A32') +
  circle(0, 0, 53, '#8CBF3F') +
  circle(0, 0, 22, '#E6F0BF') +
  ring(14, 32, 32)
    .map(({ x, y }) => oval(x, y, 4, 6, '#2C2A18'))
    .join('');
