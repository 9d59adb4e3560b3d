import { withBread } from '../bakery.ts';
import { dust, lemonSlice, lemonWedge, mint, parsley, walnut } from '../garden.ts';
import { vineLeaf } from '../kitchen.ts';
import { fattoushPieces, hummus, hummusTopping, jewels, nutsOver, salad, spread, tabbouleh } from '../spreads.ts';
import { at, blob, places, ring, scatter, strew } from '../svg.ts';
import { bowl, type Drawings, paintedPlate, picture, plate } from '../table.ts';

export const coldMezze: Drawings = {
  Hummus: (roll) => picture('sand', withBread(roll, plate(340, hummus(roll, 240, hummusTopping(roll))))),

  'Hummus with Pine Nuts': (roll) => {
    const topping =
      nutsOver(roll, 34, 110) + dust(roll, 60, 190, 180, '#B5391F', 5) + strew(roll, ring(7, 170, 170, 20), mint, 0.9);
    return picture('teal', paintedPlate(340, hummus(roll, 240, topping)));
  },

  Moutabal: (roll) => {
    const topping = jewels(roll, 26, 130) + strew(roll, ring(8, 190, 190), parsley, 1.7);
    return picture('rose', withBread(roll, bowl(320, spread(roll, 276, '#CDB893', '#E3D3B4', '#AE9669', topping))));
  },

  Muhammara: (roll) => {
    const topping =
      strew(roll, scatter(roll, 11, 100, 90, 48), walnut, 1.15) + strew(roll, ring(8, 180, 180, 14), parsley, 1.6);
    return picture('sage', plate(340, spread(roll, 240, '#B23A1F', '#D2593A', '#8E2813', topping, '#E08A2C')));
  },

  Tabbouleh: (roll) => {
    const lemon = at(150, 130, 20, 1.5, lemonWedge()) + at(-150, -150, 0, 1.3, lemonSlice(52));
    return picture('butter', bowl(330, tabbouleh(roll, 284) + lemon, '#FFFDF8', '#EFE5D6'));
  },

  Fattoush: (roll) => picture('peach', bowl(340, salad(roll, 294, fattoushPieces(roll)), '#C98F56', '#A9713A')),

  'Stuffed Vine Leaves': (roll) => {
    const rows = [-110, -50, 10, 70, 130].map((y, row) => {
      const [left, right] = row % 2 === 0 ? [-78, 92] : [-88, 82];
      return at(left, y, row * 2 - 3, 0.92, vineLeaf()) + at(right, y + 4, 4 - row * 2, 0.92, vineLeaf());
    });
    const lemon = at(0, -176, 0, 1.1, lemonSlice(50)) + at(-70, 196, 10, 1, lemonWedge());
    const herbs = strew(roll, places([90, 190], [120, 176]), mint, 1.2);
    return picture('sky', paintedPlate(345, rows.join('') + lemon + herbs, '#4F7F3A'));
  },

  'Beetroot Moutabal': (roll) => {
    const topping =
      blob(roll, -20, 10, 70, 54, '#FFF6F8', 0.15) +
      strew(roll, scatter(roll, 8, 130, 120, 60), walnut, 1.05) +
      strew(roll, ring(7, 180, 180), mint, 0.9);
    const beetroot = spread(roll, 240, '#A21E5B', '#C63F7C', '#7F1446', topping, '#E7A8C0');
    return picture('sand', plate(340, beetroot, '#FFFDF8', '#F3E3E6'));
  },
};
