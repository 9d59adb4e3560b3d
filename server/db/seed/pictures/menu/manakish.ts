import { basket, boat, flatbread, pie } from '../bakery.ts';
import { dust, lemonWedge, parsley, sesame, tomatoDice, walnut } from '../garden.ts';
import { cheeseCube, egg } from '../kitchen.ts';
import { at, blob, type Dice, oval, scatter, shape, strew, type Svg } from '../svg.ts';
import { type Drawings, paper, picture } from '../table.ts';

const r = 325;

export const manakish: Drawings = {
  "Za'atar Manousheh": (roll) => picture('oak', onPaper(roll, pie(roll, r, '#5E6B24', zaatar(roll, 258)))),

  'Cheese Manousheh': (roll) => {
    const thyme = strew(roll, scatter(roll, 22, 240, 240, 50), () => dust(roll, 3, 8, 8, '#4E5B1E', 5));
    return picture('sage', onPaper(roll, pie(roll, r, '#F7D27A', melted(roll, 262) + thyme)));
  },

  "Half Za'atar Half Cheese": (roll) => {
    const half = shape('M0 -268A268 268 0 0 0 0 268Z', '#5E6B24') + leftHalf(zaatar(roll, 254));
    return picture('rose', onPaper(roll, pie(roll, r, '#F7D27A', melted(roll, 262) + half)));
  },

  'Lahm bi Ajeen': (roll) => {
    const topping =
      mince(roll, 256) +
      strew(roll, scatter(roll, 30, 246, 246, 44), tomatoDice, 1.1) +
      strew(roll, scatter(roll, 26, 246, 246, 44), parsley, 1.4);
    return picture('butter', onPaper(roll, pie(roll, r, '#A34A2A', topping) + at(230, 220, 20, 1.4, lemonWedge())));
  },

  'Spinach and Feta Boat': (roll) => {
    const filling =
      strew(roll, scatter(roll, 60, 160, 62, 18), parsley, 1.8) +
      strew(roll, scatter(roll, 12, 160, 54, 42), cheeseCube, 0.62) +
      at(10, -4, 0, 0.76, egg(roll));
    return picture('sky', paper(roll, 840, 560, at(0, 0, -14, 1.5, boat('#3F7A34', filling))));
  },

  'Muhammara Cheese Manousheh': (roll) => {
    const cheese = scatter(roll, 19, 232, 232, 74)
      .map(({ x, y }) => blob(roll, x, y, 50, 40, '#FBD98A', 0.22))
      .join('');
    const topping =
      cheese +
      strew(roll, scatter(roll, 12, 232, 232, 70), walnut, 1) +
      strew(roll, scatter(roll, 18, 240, 240, 50), parsley, 1.3);
    return picture('teal', onPaper(roll, pie(roll, r, '#B8401F', topping)));
  },

  'Basket of Fresh Bread': (roll) => {
    const rounds =
      at(-90, 40, 0, 0.86, flatbread(roll, 200)) +
      at(110, 60, 0, 0.86, flatbread(roll, 200)) +
      at(10, -80, 0, 0.95, flatbread(roll, 200));
    return picture('peach', basket(330, rounds));
  },
};

const onPaper = (roll: Dice, content: Svg): Svg => paper(roll, 820, 690, content);

const zaatar = (roll: Dice, radius: number): Svg =>
  dust(roll, 300, radius, radius, '#4E5B1E', 6) +
  dust(roll, 120, radius, radius, '#7F8B34', 5) +
  sesame(roll, 60, radius, radius);

function melted(roll: Dice, radius: number): Svg {
  const cheese = scatter(roll, 26, radius * 0.86, radius * 0.86, 34).map(({ x, y }) =>
    blob(roll, x, y, 44, 34, ['#FFE9B0', '#FBD98A', '#F6C766'][Math.floor(roll() * 3)]!, 0.2, 'opacity=".9"'),
  );
  const brown = () => oval(0, 0, 16, 11, '#C98432', 'opacity=".75"');
  return cheese.join('') + strew(roll, scatter(roll, 16, radius * 0.8, radius * 0.8, 50), brown);
}

const mince = (roll: Dice, radius: number): Svg =>
  scatter(roll, 150, radius, radius, 16)
    .map(({ x, y }) => blob(roll, x, y, 15, 12, ['#7A3A1E', '#94492A', '#5E2A14'][Math.floor(roll() * 3)]!, 0.25))
    .join('');

const leftHalf = (content: Svg): Svg =>
  `<clipPath id="left"><path d="M-300 -300H0V300H-300Z"/></clipPath><g clip-path="url(#left)">${content}</g>`;
