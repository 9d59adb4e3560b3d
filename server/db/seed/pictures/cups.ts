/** Drawings of drinks from the side, and small cups of sweets, each around (0, 0). */
import { lemonSlice, orangeSlice, sprig } from './garden.ts';
import { at, box, circle, line, oval, shape, type Svg } from './svg.ts';

const ice = (x: number, y: number, turn: number): Svg =>
  at(
    x,
    y,
    turn,
    1,
    box(-34, -34, 68, 68, 14, '#fff', 'opacity=".34"') + box(-26, -26, 40, 14, 7, '#fff', 'opacity=".5"'),
  );

interface Glass {
  /** Gradient of the drink, from bottom to top. */
  from: string;
  to: string;
  iced?: boolean;
  straw?: string;
  garnish?: Svg;
  /** Froth or a layer on top. */
  top?: string;
}

/** A tall glass. Its gradient has a unique id, because two pictures may be on one page. */
export function glass({ from, to, iced = true, straw, garnish = '', top }: Glass): Svg {
  const id = `g${from.slice(1)}${to.slice(1)}`;
  return [
    oval(10, 322, 170, 30, '#1d120a', 'opacity=".2"'),
    `<linearGradient id="${id}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    straw === undefined ? '' : line('M40 180L96 -390', straw, 26) + line('M36 150L90 -390', '#fff', 6, 'opacity=".5"'),
    shape('M-170 -300H170L134 290Q130 322 98 322H-98Q-130 322 -134 290Z', '#fff', 'opacity=".5"'),
    shape('M-152 -210H152L120 284Q117 304 96 304H-96Q-117 304 -120 284Z', `url(#${id})`),
    top === undefined ? '' : shape('M-154 -224H154L148 -140Q80 -112 0 -134T-148 -140Z', top),
    iced ? ice(-62, -130, 14) + ice(48, -150, -18) + ice(-10, -50, 32) + ice(64, -20, 8) : '',
    oval(0, -210, 152, 20, '#fff', 'opacity=".35"'),
    shape('M-140 -280L-118 260Q-112 286 -96 290L-112 -280Z', '#fff', 'opacity=".4"'),
    line('M-170 -300H170', '#fff', 8, 'opacity=".8"'),
    garnish,
  ].join('');
}

export const lemonOnRim: Svg = at(150, -300, 12, 1.6, lemonSlice(48));
export const orangeOnRim: Svg = at(150, -300, 12, 1.6, orangeSlice(48));
export const mintOnTop: Svg = at(-60, -262, -14, 2.3, sprig());

/** A glass of tea on its saucer. */
export function teaGlass(tea: string, extra = ''): Svg {
  return [
    oval(6, 236, 270, 58, '#1d120a', 'opacity=".2"'),
    oval(0, 220, 262, 54, '#C98A4A'),
    oval(0, 208, 238, 44, '#E6B777'),
    oval(0, 204, 150, 26, '#B97B3C', 'opacity=".6"'),
    shape(
      'M-150 -220C-150 -110 -86 -70 -86 10C-86 70 -130 100 -118 180Q-112 206 -80 206H80Q112 206 118 180C130 100 86 70 86 10C86 -70 150 -110 150 -220Z',
      '#fff',
      'opacity=".55"',
    ),
    shape(
      'M-140 -150C-128 -94 -74 -60 -74 10C-74 74 -116 104 -106 172Q-102 192 -78 192H78Q102 192 106 172C116 104 74 74 74 10C74 -60 128 -94 140 -150Z',
      tea,
    ),
    oval(0, -150, 140, 20, '#fff', 'opacity=".3"'),
    line('M-118 -180C-112 -110 -60 -70 -60 0', '#fff', 14, 'opacity=".45"'),
    line('M-150 -220H150', '#fff', 7, 'opacity=".8"'),
    extra,
  ].join('');
}

/** A small cup from above, on a saucer. */
export function cup(coffee: string, froth: Svg = '', china = '#FFFDF8', rim = '#C9A04A'): Svg {
  return [
    circle(10, 28, 290, '#1d120a', 'opacity=".2"'),
    circle(0, 0, 288, china),
    circle(0, 0, 276, 'none', `stroke="${rim}" stroke-width="8"`),
    circle(6, 14, 190, '#1d120a', 'opacity=".14"'),
    shape('M150 -30C250 -60 268 60 160 66L150 34C204 30 200 -14 148 0Z', china, `stroke="${rim}" stroke-width="5"`),
    circle(0, 0, 184, china),
    circle(0, 0, 176, 'none', `stroke="${rim}" stroke-width="7"`),
    circle(0, 0, 154, coffee),
    froth,
    line('M-104 -64A124 124 0 0 1 -20 -122', '#fff', 14, 'opacity=".35"'),
  ].join('');
}

/** A bottle of water with its label. */
export const bottle: Svg = [
  oval(8, 352, 130, 26, '#1d120a', 'opacity=".2"'),
  shape(
    'M-46 -330H46V-250C46 -214 108 -196 108 -130V310Q108 350 68 350H-68Q-108 350 -108 310V-130C-108 -196 -46 -214 -46 -250Z',
    '#A9D8EE',
  ),
  shape('M-46 -190C-80 -176 -96 -160 -96 -126V306Q-96 338 -66 338H-30V-190Z', '#D5EEF8'),
  box(-52, -388, 104, 66, 14, '#1F78A8'),
  box(-108, -30, 216, 170, 0, '#fff'),
  box(-108, -30, 216, 26, 0, '#1F78A8'),
  box(-108, 116, 216, 24, 0, '#1F78A8'),
  shape('M-50 92L-12 26L10 58L26 36L56 92Z', '#5FB0D6'),
  line('M70 -120V290', '#fff', 12, 'opacity=".5"'),
].join('');

/** A can with a wave on it. */
export const can: Svg = [
  oval(8, 300, 170, 30, '#1d120a', 'opacity=".2"'),
  box(-160, -290, 320, 590, 46, '#C8281E'),
  box(-160, -290, 90, 590, 40, '#E2574A'),
  shape('M-160 60C-60 -30 60 140 160 30V130C60 230 -60 60 -160 160Z', '#fff'),
  oval(0, -284, 150, 34, '#D8D6D2'),
  oval(0, -288, 124, 24, '#B9B6B0'),
  oval(10, -290, 40, 9, '#8F8C87'),
  line('M120 -220V230', '#8F1811', 14, 'opacity=".5"'),
].join('');

/** A footed glass of cream. */
export const coupe = (cream: string, topping: Svg): Svg =>
  [
    oval(6, 268, 150, 28, '#1d120a', 'opacity=".2"'),
    oval(0, 256, 130, 24, '#fff', 'opacity=".85"'),
    box(-14, 120, 28, 140, 12, '#fff', 'opacity=".8"'),
    shape('M-230 -110H230C220 60 120 150 0 150S-220 60 -230 -110Z', '#fff', 'opacity=".6"'),
    shape('M-212 -84H212C200 60 110 132 0 132S-200 60 -212 -84Z', cream),
    oval(0, -92, 212, 54, cream),
    oval(0, -98, 196, 44, '#fff', 'opacity=".35"'),
    topping,
    line('M-190 -40C-176 40 -130 90 -80 110', '#fff', 16, 'opacity=".45"'),
  ].join('');
