import { wrap } from '../bakery.ts';
import { cucumberSlice, lettuce, mint, olive, onionRing, parsley, pickle, tomatoSlice, turnip } from '../garden.ts';
import { beefCube, chickenCube, falafel, fry, halloumi, heapOfFries, kofta } from '../kitchen.ts';
import { at, circle, type Dice, places, scatter, strew, type Svg } from '../svg.ts';
import { dip, type Drawings, picture, tray } from '../table.ts';

export const wraps: Drawings = {
  'Chicken Shawarma': (roll) => {
    const filling = (die: Dice) =>
      strew(die, places([-50, -196], [0, -212], [48, -196]), chickenCube, 0.85) +
      at(-20, -226, 70, 0.6, fry()) +
      at(40, -226, 100, 0.6, fry()) +
      at(64, -190, -40, 0.6, pickle());
    return picture('butter', twoWraps(roll, filling, '#C2410C', at(-300, 210, 0, 1.1, heapOfFries(roll, 9))));
  },

  'Beef Shawarma': (roll) => {
    const filling = (die: Dice) =>
      strew(die, places([-48, -196], [4, -212], [50, -196]), beefCube, 0.85) +
      strew(die, places([-20, -224], [34, -226]), parsley, 2) +
      at(66, -196, 0, 0.7, tomatoSlice(36));
    return picture('sand', twoWraps(roll, filling, '#7A2E1A', dip(-290, 200, 84, '#EFE0BE')));
  },

  'Falafel Wrap': (roll) => {
    const filling = (die: Dice) =>
      strew(die, places([-48, -200], [40, -206]), falafel, 0.9) +
      strew(die, places([-4, -222], [70, -200]), turnip, 0.8) +
      at(0, -196, 0, 0.6, lettuce(die));
    const beside = strew(roll, places([-320, 150], [-250, 200], [-340, 240]), falafel, 1);
    return picture('sage', twoWraps(roll, filling, '#3C7A3A', beside));
  },

  'Halloumi Wrap': (roll) => {
    const filling = (die: Dice) =>
      at(-44, -206, 80, 0.8, halloumi()) +
      at(30, -212, 100, 0.8, halloumi()) +
      at(-6, -220, 0, 0.7, cucumberSlice(34)) +
      strew(die, places([66, -204], [-80, -196]), mint, 0.9);
    const beside = strew(roll, places([-310, 160], [-250, 210], [-320, 230]), olive, 1.5);
    return picture('sky', twoWraps(roll, filling, '#1F6C8A', beside));
  },

  'Shish Tawook Wrap': (roll) => {
    const filling = (die: Dice) =>
      strew(die, places([-52, -200], [0, -216], [52, -200]), chickenCube, 0.9) +
      strew(die, places([-26, -226], [28, -230]), () => onionRing(20, '#CFE0B0'));
    return picture('peach', twoWraps(roll, filling, '#D97706', dip(-290, 200, 84, '#FFF8EA')));
  },

  'Kofta Wrap': (roll) => {
    const filling = (die: Dice) =>
      at(-40, -216, 84, 0.62, kofta(170)) +
      at(30, -220, 96, 0.62, kofta(170)) +
      strew(die, places([0, -204], [66, -196]), () => onionRing(24), 0.9);
    const beside = strew(roll, places([-310, 150], [-240, 210], [-330, 230]), () => onionRing(40));
    return picture('night', twoWraps(roll, filling, '#8F1D1D', beside));
  },

  'Arabic Shawarma Plate': (roll) => {
    const fries = strew(roll, scatter(roll, 30, 110, 160, 30), fry);
    const wheels = places([-40, -150], [60, -120], [-50, -50], [70, -20], [-40, 50], [60, 80], [-20, 150]).map(
      ({ x, y }, index) => at(x, y, index * 16 - 40, 1.15, wheel(roll)),
    );
    const beside =
      dip(260, -120, 92, '#FFF8EA') +
      strew(roll, places([240, 60], [300, 100], [230, 140]), pickle) +
      strew(roll, places([320, 30], [180, 190]), turnip, 1.1);
    return picture('teal', tray(470, 340, at(-240, 0, 0, 1, fries) + wheels.join('') + beside));
  },
};

/** Two wraps in their paper, and a side. */
const twoWraps = (roll: Dice, filling: (roll: Dice) => Svg, stripes: string, beside: Svg): Svg =>
  beside +
  at(-100, 26, -14, 1.22, wrap(roll, filling(roll), stripes)) +
  at(164, 16, 12, 1.22, wrap(roll, filling(roll), stripes));

/** A slice of a wrap, lying flat. */
const wheel = (roll: Dice): Svg =>
  circle(3, 9, 56, '#8A5A28') +
  circle(0, 0, 55, '#E4B472') +
  circle(0, 0, 43, '#FFF8EA') +
  strew(roll, scatter(roll, 5, 26, 26, 18), chickenCube, 0.36) +
  at(8, -8, 30, 0.34, pickle()) +
  strew(roll, scatter(roll, 3, 24, 24, 10), parsley, 0.9);
