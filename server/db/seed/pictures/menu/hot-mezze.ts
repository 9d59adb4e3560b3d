import { withBread } from '../bakery.ts';
import { chilli, dust, lemonSlice, lemonWedge, mint, parsley, pickle, sprig, tomatoSlice } from '../garden.ts';
import { chickenWing, cigar, falafel, halloumi, kibbeh, potato, triangle } from '../kitchen.ts';
import { hummus, nutsOver, soup } from '../spreads.ts';
import { at, blob, circle, places, ring, scatter, shape, strew, type Svg } from '../svg.ts';
import { board, bowl, dip, type Drawings, paintedPlate, picture, plate } from '../table.ts';

export const hotMezze: Drawings = {
  Falafel: (roll) => {
    const balls = places([-230, -90], [-110, -120], [-170, 20], [-50, -20], [-210, 130], [-80, 110]);
    const beside =
      dip(180, -110, 120, '#EFE0BE', circle(0, 0, 26, '#D9A520', 'opacity=".7"')) +
      strew(roll, places([110, 130], [160, 170], [210, 120]), pickle, 1.2) +
      strew(roll, places([290, 80], [310, 170]), () => tomatoSlice(52)) +
      at(40, 190, 20, 1.2, sprig());
    return picture('sage', board(860, 560, strew(roll, balls, falafel, 1.22) + beside));
  },

  'Batata Harra': (roll) => {
    const cubes = circle(0, 0, 280, '#9A5A1E') + strew(roll, scatter(roll, 46, 236, 236, 56), potato, 1.15);
    const herbs = strew(roll, scatter(roll, 26, 220, 220, 50), parsley, 1.6);
    const heat = strew(roll, scatter(roll, 5, 170, 170, 120), () => chilli(), 0.9);
    return picture('teal', bowl(325, cubes + herbs + heat));
  },

  'Fried Kibbeh': (roll) => {
    const four =
      at(-112, -92, -28, 1.35, kibbeh()) +
      at(112, -86, 24, 1.35, kibbeh()) +
      at(-106, 86, 22, 1.35, kibbeh()) +
      at(116, 92, -22, 1.35, kibbeh());
    const lemon = at(0, -186, 0, 1, lemonSlice(48)) + at(4, 182, 0, 1.2, lemonWedge());
    const herbs = strew(roll, scatter(roll, 8, 40, 40, 20), mint, 0.9);
    return picture('peach', paintedPlate(340, four + lemon + herbs, '#8E4A2B'));
  },

  'Cheese Rolls': (roll) => {
    const rolls = [-150, -75, 0, 75, 150].map((y, index) =>
      at(-120 + (index % 2) * 26, y, index * 3 - 7, 1.5, cigar()),
    );
    const beside =
      dip(240, -60, 116, '#D9402D', circle(20, 10, 14, '#F0806A')) +
      strew(roll, places([200, 150], [270, 130], [320, 170]), mint, 1.4);
    return picture('butter', board(840, 540, rolls.join('') + beside));
  },

  'Spinach Fatayer': (roll) => {
    const four =
      at(-100, -96, 20, 1.35, triangle()) +
      at(104, -90, -40, 1.35, triangle()) +
      at(-96, 104, 70, 1.35, triangle()) +
      at(112, 104, 150, 1.35, triangle());
    return picture('sky', plate(340, four + at(4, 4, 0, 1.15, lemonWedge()) + dust(roll, 40, 220, 220, '#8E1F2F', 4)));
  },

  'Garlic Chicken Wings': (roll) => {
    const wings = strew(roll, [...ring(6, 150, 140, 10), ...places([-10, -20], [20, 40])], chickenWing, 1.18);
    const herbs = strew(roll, scatter(roll, 22, 220, 210, 50), parsley, 1.6);
    const beside = at(210, 170, -20, 1.1, lemonWedge()) + dip(-210, 190, 84, '#FFF8EA');
    return picture('night', plate(345, wings + herbs + beside, '#4A4441', '#5A524E'));
  },

  'Grilled Halloumi': (roll) => {
    const slices = [-150, -50, 50, 150].map((y, index) => at(-70 + index * 10, y, -8, 1.45, halloumi())).join('');
    const beside =
      strew(roll, places([160, -120], [190, -30], [180, 70]), () => tomatoSlice(54)) +
      strew(roll, places([120, 150], [60, 196], [160, 180]), mint, 1.4);
    return picture('sage', plate(350, slices + beside + dust(roll, 30, 220, 210, '#5F6B2A', 4), '#3F5F52', '#4B6E60'));
  },

  'Hummus with Lamb': (roll) => {
    const mince = scatter(roll, 60, 122, 116, 20)
      .map(({ x, y }) => blob(roll, x, y, 19, 15, ['#7E4524', '#97562F', '#643417'][Math.floor(roll() * 3)]!, 0.2))
      .join('');
    const topping =
      circle(0, 0, 136, '#5B2E16') + mince + nutsOver(roll, 20, 110) + strew(roll, ring(8, 186, 186, 20), parsley, 1.6);
    return picture('ink', paintedPlate(345, hummus(roll, 244, topping), '#B57A2B'));
  },

  'Lentil Soup': (roll) => {
    const topping =
      strew(roll, scatter(roll, 6, 120, 110, 60), crouton) + strew(roll, scatter(roll, 9, 150, 140, 50), parsley, 1.6);
    return picture('sand', withBread(roll, soup(roll, '#E0922F', '#F4B95E', topping)));
  },
};

const crouton = (): Svg => shape('M-26 -24H24L28 22H-22Z', '#B97D35') + shape('M-26 -26H24L26 14H-22Z', '#EBC07C');
