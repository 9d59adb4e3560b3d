import { burger, cheeseSlice, lettuceFrill, patty, tomatoLayer } from '../bakery.ts';
import { cherryTomato, dust, mint } from '../garden.ts';
import { heapOfFries, nugget, penne } from '../kitchen.ts';
import { at, blob, circle, line, oval, places, scatter, strew, type Svg } from '../svg.ts';
import { board, bowl, dip, type Drawings, picture } from '../table.ts';

export const burgersAndKids: Drawings = {
  'Al Noor Burger': (roll) => {
    const layers = [lettuceFrill(), patty(), cheeseSlice(), tomatoLayer(), lettuceFrill()];
    return picture('butter', at(0, -20, 0, 1.32, burger(roll, layers)));
  },

  'Crispy Chicken Burger': (roll) => {
    const layers = [lettuceFrill(), patty('#B9741F', '#E3A33F'), pickleSlices(), lettuceFrill()];
    return picture('peach', at(0, -20, 0, 1.32, burger(roll, layers)));
  },

  'Kids Chicken Nuggets': (roll) => {
    const six = places([-220, -110], [-90, -130], [-240, 20], [-110, 0], [-210, 140], [-80, 120]);
    const beside = at(150, 90, 0, 1.2, heapOfFries(roll, 13)) + dip(180, -120, 92, '#D4281E', smile());
    return picture('sky', board(820, 540, strew(roll, six, nugget, 1.15) + beside));
  },

  'Kids Tomato Pasta': (roll) => {
    const pasta = circle(0, 0, 286, '#D9512F') + strew(roll, scatter(roll, 54, 240, 240, 46), penne, 1.12);
    const sauce = scatter(roll, 14, 220, 220, 60).map(({ x, y }) =>
      blob(roll, x, y, 34, 26, '#C93A20', 0.2, 'opacity=".85"'),
    );
    const topping =
      dust(roll, 90, 200, 200, '#FFF6DC', 7) +
      strew(roll, scatter(roll, 7, 160, 160, 70), mint) +
      strew(roll, places([-150, -120], [160, -90], [60, 180]), () => cherryTomato(34));
    return picture('rose', bowl(330, pasta + sauce.join('') + topping, '#F2B233', '#E39A1E'));
  },
};

const pickleSlices = (): Svg =>
  [-150, -70, 10, 90, 160].map((x) => oval(x, 0, 46, 16, '#7C9A3B') + oval(x, -4, 38, 9, '#A9C468')).join('');

/** A smile drawn with mayonnaise. */
const smile = (): Svg =>
  circle(-24, -14, 9, '#FFE2DC') + circle(24, -14, 9, '#FFE2DC') + line('M-30 18Q0 46 30 18', '#FFE2DC', 9);
