import { flatbread, lightOnHoney, pancake, withBread } from '../bakery.ts';
import { mint, olive, parsley, pineNut, tomatoSlice } from '../garden.ts';
import { egg, falafel, halloumi } from '../kitchen.ts';
import { foul, hummus, hummusTopping, labneh, panOf, sauceLumps } from '../spreads.ts';
import { at, blob, circle, type Dice, line, places, scatter, shape, strew, type Svg } from '../svg.ts';
import { bowl, dip, type Drawings, paintedPlate, picture, plate, tray } from '../table.ts';

const blue = { plate: '#2F6276', rim: '#3D7389' };

export const breakfast: Drawings = {
  'Foul Medames': (roll) => picture('sand', withBread(roll, bowl(330, foul(roll)))),

  Shakshuka: (roll) => {
    const eggs =
      at(-110, -60, 20, 1.15, egg(roll)) + at(120, -84, 80, 1.1, egg(roll)) + at(20, 130, 140, 1.2, egg(roll));
    const herbs = strew(roll, scatter(roll, 18, 230, 230, 60), parsley, 1.7);
    return picture('teal', panOf(roll, sauceLumps(roll) + eggs + herbs));
  },

  Balaleet: (roll) => {
    const omelette =
      blob(roll, 20, -10, 170, 120, '#E8A72B', 0.05) +
      blob(roll, 14, -20, 158, 106, '#F9CF58', 0.05) +
      line('M-90 -50Q20 -100 130 -40', '#FFE692', 14);
    const nuts = strew(roll, scatter(roll, 14, 220, 200, 50), pineNut, 1.3);
    return picture('rose', paintedPlate(340, strands(roll, 236) + omelette + nuts, '#A43A5E'));
  },

  'Chebab Pancakes': (roll) => {
    const pancakes = places([-70, 70], [80, 50], [-10, -40])
      .map(({ x, y }) => at(x, y, 0, 1, pancake(roll, 168)))
      .join('');
    const syrup =
      shape(
        'M-120 -40Q-60 -110 30 -90Q120 -80 110 -20Q140 60 96 90Q76 40 40 0Q-20 10 -50 40Q-70 110 -104 90Q-90 30 -120 -40Z',
        '#6B2E12',
        'opacity=".85"',
      ) + line('M-80 -50Q-20 -80 40 -66', '#C98250', 8, 'opacity=".8"');
    const cream = blob(roll, -6, -44, 62, 46, '#FFFDF6', 0.12);
    const herbs = strew(roll, scatter(roll, 10, 190, 180, 60), mint, 0.7);
    return picture('butter', plate(340, pancakes + syrup + cream + herbs));
  },

  "Labneh and Za'atar": (roll) => picture('sage', withBread(roll, paintedPlate(340, labneh(roll), '#3C7A5C'))),

  'Eggs with Halloumi': (roll) => {
    const eggs = at(-104, -86, 0, 1.5, egg(roll)) + at(104, -96, 50, 1.45, egg(roll));
    const cheese = at(-104, 120, -14, 1.15, halloumi()) + at(56, 146, 8, 1.15, halloumi());
    const tomatoes = strew(roll, places([190, 50], [206, 126], [-214, 36]), () => tomatoSlice(48));
    const herbs = strew(roll, scatter(roll, 9, 60, 40, 26), mint, 1.05);
    return picture('sand', plate(350, eggs + cheese + tomatoes + at(10, 20, 0, 1, herbs), blue.plate, blue.rim));
  },

  'Al Noor Breakfast for Two': (roll) => {
    const twoEggs = at(-96, 0, 0, 1.6, egg(roll)) + at(110, 10, 60, 1.5, egg(roll));
    const dishes =
      at(-290, -70, 0, 0.42, bowl(330, foul(roll))) +
      at(-70, -180, 0, 0.4, plate(340, labneh(roll))) +
      at(170, -140, 0, 0.46, plate(340, hummus(roll, 240, hummusTopping(roll)))) +
      at(-180, 150, 0, 0.48, plate(330, twoEggs, blue.plate, blue.rim)) +
      at(80, 120, 0, 0.62, flatbread(roll, 210)) +
      at(200, 180, 0, 0.5, flatbread(roll, 210)) +
      dip(380, 10, 70, '#E0A12A', lightOnHoney());
    const loose =
      strew(roll, places([330, 130], [350, -110], [-370, 80], [-330, 130]), falafel, 0.85) +
      strew(roll, places([-20, 10], [30, -20], [-60, -10]), olive, 1.3);
    return picture('oak', tray(490, 350, dishes + loose));
  },
};

/** Shredded vermicelli. */
const strands = (roll: Dice, r: number): Svg =>
  circle(0, 0, r, '#D98F2A') +
  scatter(roll, 150, r * 0.9, r * 0.9, 14)
    .map(({ x, y }) =>
      at(x, y, roll() * 360, 1, line('M-44 0Q-10 -26 20 -4T52 6', roll() < 0.5 ? '#F2BE5C' : '#E7A741', 6)),
    )
    .join('');
