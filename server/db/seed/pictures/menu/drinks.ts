import { bottle, can, cup, glass, lemonOnRim, mintOnTop, orangeOnRim, teaGlass } from '../cups.ts';
import { dust, pineNut, pomegranate, sprig } from '../garden.ts';
import { at, blob, circle, line, places, scatter, shape, strew, type Svg } from '../svg.ts';
import { date } from '../sweets.ts';
import { type Drawings, picture, type TableName } from '../table.ts';

const standing = (table: TableName, content: Svg): Svg => picture(table, at(0, 36, 0, 0.9, content));

export const drinks: Drawings = {
  'Lemon and Mint': () =>
    standing('sage', glass({ from: '#8CBF3F', to: '#D9EC9A', straw: '#3C7A3A', garnish: lemonOnRim + mintOnTop })),

  'Fresh Orange Juice': () =>
    standing(
      'peach',
      glass({ from: '#F28A1A', to: '#FBB63F', straw: '#C2410C', top: '#FCD37E', garnish: orangeOnRim }),
    ),

  'Pomegranate Juice': (roll) => {
    const seeds = at(0, 320, 0, 1, strew(roll, scatter(roll, 22, 360, 44, 44), pomegranate, 1.9));
    return standing('rose', glass({ from: '#8E0F30', to: '#C42A4C', straw: '#7A0F2B' }) + seeds);
  },

  Jallab: (roll) => {
    const nuts = at(0, -214, 0, 1, strew(roll, scatter(roll, 16, 120, 18, 20), pineNut, 1.6));
    return standing('sand', glass({ from: '#4A1526', to: '#8A3350', garnish: nuts }));
  },

  Ayran: (roll) => {
    const driedMint = at(0, -214, 0, 1, dust(roll, 40, 130, 16, '#5F7F3A', 6));
    const garnish = driedMint + mintOnTop;
    return standing('sky', glass({ from: '#EDEFF2', to: '#FFFFFF', iced: false, top: '#FFFFFF', garnish }));
  },

  'Karak Tea': (roll) => {
    const saffron = () => line('M-16 0q14 -8 30 2', '#D4541C', 4);
    const froth =
      circle(0, 0, 128, '#D99C66', 'opacity=".8"') +
      blob(roll, -20, 10, 70, 54, '#E6B380', 0.2, 'opacity=".8"') +
      dust(roll, 26, 110, 110, '#7A3E1A', 5) +
      strew(roll, scatter(roll, 7, 90, 90, 40), saffron);
    return picture('butter', at(0, 0, 0, 1.12, cup('#C98650', froth)));
  },

  'Mint Tea': () => {
    const garnish = at(-20, -170, 0, 1.7, sprig()) + at(190, 196, 0, 0.7, sugar());
    return picture('teal', at(0, 20, 0, 1.08, teaGlass('#B5651D', garnish)));
  },

  'Arabic Coffee': () => {
    const coffee = cup('#B98A3E', circle(0, 0, 120, '#C99C50', 'opacity=".7"'), '#FFFDF8', '#8E2A3A');
    const dates = places([300, 130], [360, 200], [280, 232]).map(({ x, y }, index) =>
      at(x, y, 20 - index * 30, 1, date()),
    );
    return picture('oak', at(-50, 0, 0, 1.1, coffee) + dates.join(''));
  },

  'Soft Drink': () => picture('ink', at(0, 6, 0, 0.98, can)),

  'Still Water': () => picture('sky', at(0, 20, 0, 0.92, bottle)),
};

const sugar = (): Svg =>
  shape('M-40 -20L20 -34L46 -8V40L-14 54L-40 26Z', '#FFFDF8') + line('M-40 -20L-14 6L46 -8M-14 6V54', '#E3D8C6', 5);
