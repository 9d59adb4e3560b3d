import { flatbread } from '../bakery.ts';
import { chilli, lemonSlice, lemonWedge, mint, onionRing, parsley, sprig, tomatoSlice } from '../garden.ts';
import {
  beefCube,
  charred,
  chickenCube,
  fish,
  halfChicken,
  heapOfFries,
  kofta,
  lambChop,
  prawn,
  skewer,
} from '../kitchen.ts';
import { at, box, circle, type Dice, places, ring, scatter, shape, strew, type Svg } from '../svg.ts';
import { board, dip, type Drawings, picture, plate, tray } from '../table.ts';

const herbs = (roll: Dice, count: number, rx: number, ry: number) =>
  strew(roll, scatter(roll, count, rx, ry, 45), parsley, 1.5);

export const grill: Drawings = {
  'Mixed Grill': (roll) => {
    const chicken = skewer(Array.from({ length: 6 }, () => chickenCube(roll)));
    const [green, red] = [pepper('#5B9C42'), pepper('#D8402D')];
    const beef = skewer([beefCube(roll), green, beefCube(roll), beefCube(roll), red, beefCube(roll)]);
    const skewers =
      at(-60, -190, -3, 1, chicken) +
      at(-60, -80, 2, 1, skewer([kofta(200), kofta(200)], 206)) +
      at(-60, 30, -2, 1, beef);
    const beside =
      strew(roll, places([300, -150], [345, -40]), () => tomatoSlice(56) + charred(80, 80, 3)) +
      at(300, 90, 0, 1.1, onionRing(46, '#C98BB8')) +
      at(345, 170, 20, 1.3, chilli('#5B9C42')) +
      dip(-300, 190, 92, '#FFF8EA') +
      at(-60, 190, 0, 0.56, flatbread(roll, 190)) +
      at(110, 210, 0, 1.5, sprig());
    return picture('night', board(920, 600, skewers + beside));
  },

  'Shish Tawook': (roll) => {
    const skewers = [-140, -30].map((y) =>
      at(
        -6,
        y,
        -8,
        1.02,
        skewer(
          [1, 2, 3, 4, 5].map(() => chickenCube(roll)),
          78,
        ),
      ),
    );
    const beside =
      dip(-130, 140, 84, '#F4DFA8') +
      strew(roll, places([20, 130], [90, 160]), () => tomatoSlice(50)) +
      at(170, 110, 20, 1.1, lemonWedge());
    return picture('ink', plate(355, skewers.join('') + beside + herbs(roll, 12, 220, 120)));
  },

  'Lamb Kofta': (roll) => {
    const skewers = [-140, -50, 40].map((y, index) =>
      at(-6, y, index * 3 - 6, 1, skewer([kofta(190), kofta(190)], 196)),
    );
    const beside =
      strew(roll, places([-120, 150], [-40, 176]), () => onionRing(44)) +
      strew(roll, places([60, 150], [140, 140]), () => tomatoSlice(46));
    return picture('night', plate(350, skewers.join('') + beside + herbs(roll, 14, 220, 150), '#E9E2D6', '#D3C8B6'));
  },

  'Lamb Chops': () => {
    const chops =
      at(-70, -110, -8, 1.05, lambChop()) +
      at(40, -10, 4, 1.05, lambChop()) +
      at(-90, 70, 18, 1.05, lambChop()) +
      at(60, 150, 30, 0.95, lambChop());
    const beside = at(-190, -30, -50, 1.6, sprig()) + at(190, 60, 10, 1, lemonWedge());
    return picture('oak', plate(350, chops + beside, '#2E3E44', '#3D5058'));
  },

  Arayes: (roll) => {
    const halves =
      at(-220, -110, 0, 1.1, halfMoon(roll)) +
      at(-10, -120, 20, 1.1, halfMoon(roll)) +
      at(-220, 90, -10, 1.1, halfMoon(roll)) +
      at(0, 90, 10, 1.1, halfMoon(roll));
    const beside =
      dip(260, -70, 108, '#FFF8EA') + at(250, 130, 0, 1.3, tomatoSlice(56)) + at(330, 170, 30, 1.3, mint());
    return picture('sage', board(860, 560, halves + beside));
  },

  'Half Grilled Chicken': (roll) => {
    const beside =
      dip(150, 180, 68, '#FFF8EA') + at(-150, 190, 0, 0.8, heapOfFries(roll, 10)) + at(-10, 210, 0, 1, lemonWedge());
    const chicken = at(-20, -30, -6, 0.98, halfChicken());
    return picture('butter', plate(355, chicken + beside + herbs(roll, 12, 200, 160), '#35474E', '#43575F'));
  },

  'Grilled Sea Bass': (roll) => {
    const lemon = strew(roll, places([-250, 150], [-160, 190], [230, -180]), () => lemonSlice(54));
    return picture(
      'sky',
      tray(460, 290, at(0, -10, -6, 1.32, fish()) + lemon + herbs(roll, 20, 300, 150), '#E9E4DA', '#FFFDF8'),
    );
  },

  'Jumbo Prawns': (roll) => {
    const prawns = ring(6, 142, 138, 0).map(({ x, y }, index) => at(x, y, index * 60 + 70, 1.25, prawn()));
    const butter = circle(0, 0, 236, '#E7A72E', 'opacity=".35"');
    const lemon = at(0, 0, 0, 1.15, lemonSlice(50));
    return picture(
      'teal',
      plate(350, butter + prawns.join('') + lemon + herbs(roll, 22, 220, 210), '#274651', '#335763'),
    );
  },
};

const pepper = (colour: string): Svg =>
  box(-24, -34, 48, 70, 12, colour) + box(-16, -28, 12, 50, 6, '#fff', 'opacity=".3"');

/** Bread folded over meat, grilled. */
const halfMoon = (roll: Dice): Svg => {
  const meat = strew(roll, scatter(roll, 4, 80, 10, 20), parsley, 0.9);
  return (
    shape('M-110 30A110 110 0 0 1 110 30Q110 60 84 60H-84Q-110 60 -110 30Z', '#7A3A1E') +
    shape('M-112 16A112 112 0 0 1 112 16Q112 36 90 36H-90Q-112 36 -112 16Z', '#E0AC66') +
    at(0, -30, 0, 1, charred(150, 90, 4)) +
    at(0, 46, 0, 1, meat)
  );
};
