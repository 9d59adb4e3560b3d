import { almond, lemonWedge, lettuce, mint, parsley, pineNut } from '../garden.ts';
import { beefCube, drumstick, fish, halfChicken, meatball, prawn, rice } from '../kitchen.ts';
import { at, blob, box, circle, type Dice, line, oval, places, ring, scatter, shape, strew, type Svg } from '../svg.ts';
import { bowl, dip, type Drawings, picture, plate, tray } from '../table.ts';

const yellow = ['#FFF1C4', '#F8D272', '#EFB93E'];
const red = ['#FBD9A8', '#EFAF6A', '#D98A45'];
const light = ['#FFF4DC', '#F0DCB4', '#D3A869'];
const brown = ['#EBCFA0', '#CFA36A', '#A9763F'];

const herbs = (roll: Dice, count: number) => strew(roll, scatter(roll, count, 325, 230, 60), parsley, 1.5);
const almonds = (roll: Dice) => strew(roll, scatter(roll, 17, 330, 230, 70), almond, 1.1);

export const riceAndStews: Drawings = {
  'Chicken Mandi': (roll) =>
    picture(
      'sand',
      onRice(roll, yellow, at(-10, -20, -10, 0.98, halfChicken()) + almonds(roll) + dip(300, 190, 70, '#D9402D')),
    ),

  'Lamb Mandi': (roll) =>
    picture(
      'peach',
      onRice(roll, yellow, at(-60, 30, -20, 1.5, shank(roll)) + almonds(roll) + herbs(roll, 16), '#8A5638', '#A9713A'),
    ),

  'Chicken Machboos': (roll) => {
    const chicken = at(-120, -40, -30, 1.05, drumstick()) + at(120, 40, 150, 1.05, drumstick());
    const limes = strew(roll, scatter(roll, 9, 300, 210, 90), driedLime, 0.9);
    return picture('sage', onRice(roll, red, chicken + limes + herbs(roll, 16)));
  },

  'Lamb Ouzi': (roll) => {
    const folds = [0, 60, 120, 180, 240, 300].map((turn) =>
      at(0, 0, turn, 1, line('M0 -224Q30 -130 10 -60', '#C4873B', 10)),
    );
    const pastry =
      blob(roll, 0, 10, 250, 244, '#B9762E', 0.05) + blob(roll, 0, 0, 244, 236, '#E3AC5C', 0.05) + folds.join('');
    const inside =
      blob(roll, 0, 0, 116, 106, '#7A4A20', 0.06) +
      at(0, 0, 0, 0.3, rice(roll, 340, 310, yellow)) +
      strew(roll, scatter(roll, 12, 80, 74, 24), () => circle(0, 0, 11, '#6FA544')) +
      strew(roll, scatter(roll, 7, 80, 74, 30), almond, 0.8) +
      strew(roll, scatter(roll, 4, 60, 56, 40), beefCube, 0.6);
    return picture('rose', plate(350, pastry + inside, '#FFFDF8', '#F0E4D6'));
  },

  'Prawn Machboos': (roll) => {
    const prawns = ring(6, 240, 165, 20).map(({ x, y }, index) => at(x, y, index * 60 + 60, 1.1, prawn()));
    const beside = at(0, 0, 0, 1.2, prawn()) + at(320, 190, -20, 1.2, lemonWedge());
    return picture('teal', onRice(roll, red, prawns.join('') + beside + herbs(roll, 18), '#E9E4DA', '#FFFDF8'));
  },

  Sayadieh: (roll) => {
    const bed = at(0, -6, -8, 1, strew(roll, scatter(roll, 9, 260, 80, 90), lettuce, 1.2));
    const onions = strew(roll, scatter(roll, 34, 330, 230, 40), () => line('M-22 0Q0 -16 22 2', '#6B3A16', 7));
    const nuts = strew(roll, scatter(roll, 18, 320, 220, 60), pineNut, 1.3);
    return picture(
      'sky',
      onRice(roll, light, onions + bed + at(0, -10, -8, 1.22, fish()) + nuts + dip(-320, 180, 66, '#F4EBD6')),
    );
  },

  Mujaddara: (roll) => {
    const lentil = () => oval(0, 0, 14, 12, '#6B4424') + oval(-3, -4, 6, 4, '#9A6B42');
    const onion = () => line('M-34 4Q-6 -26 32 0', '#A65E1E', 10) + line('M-30 2Q-6 -24 28 -2', '#D98F3C', 4);
    const content =
      rice(roll, 290, 288, brown) +
      strew(roll, scatter(roll, 60, 260, 260, 30), lentil) +
      strew(roll, scatter(roll, 46, 130, 120, 14), onion);
    const yoghurt = dip(230, 200, 80, '#FFFDF6', at(0, 0, 0, 0.7, mint()));
    return picture('butter', bowl(335, content + yoghurt, '#3D6E7C', '#31596A'));
  },

  'Dawood Basha': (roll) => {
    const sauce = circle(0, 0, 290, '#A52C18') + circle(0, 0, 270, '#BD3A20');
    const balls = strew(roll, [...ring(7, 170, 168), ...places([0, -20], [30, 56])], meatball, 1.35);
    const nuts = strew(roll, scatter(roll, 22, 240, 240, 50), pineNut, 1.3);
    const green = strew(roll, scatter(roll, 16, 240, 240, 56), parsley, 1.5);
    return picture('oak', bowl(335, sauce + balls + nuts + green, '#F4EBDD', '#E6D8C3'));
  },

  'Vegetable Salona': (roll) => {
    const stew = circle(0, 0, 290, '#C4551F') + circle(0, 0, 274, '#D96B2B');
    const vegetables =
      strew(roll, scatter(roll, 8, 220, 220, 100), carrot) +
      strew(roll, scatter(roll, 9, 220, 220, 90), okra, 1.2) +
      strew(roll, scatter(roll, 6, 220, 220, 110), aubergine);
    const green = strew(roll, scatter(roll, 16, 240, 240, 50), parsley, 1.6);
    return picture('sage', bowl(335, stew + vegetables + green));
  },
};

/** Rice on a wide dish, with content on top. */
const onRice = (roll: Dice, tones: readonly string[], content: Svg, metal = '#C98A4A', inside = '#DDA468'): Svg =>
  tray(450, 340, rice(roll, 400, 292, tones) + content, metal, inside);

const driedLime = (): Svg => circle(0, 0, 30, '#4A3322') + circle(-6, -8, 10, '#7A5B42');
const carrot = (): Svg => circle(0, 0, 50, '#F2A13C') + circle(0, 0, 42, '#F7B65C') + circle(0, 0, 16, '#F2A13C');
const aubergine = (): Svg => box(-40, -34, 80, 72, 14, '#4A2A52') + box(-34, -30, 68, 58, 10, '#EFE3C0');
const okra = (): Svg =>
  shape('M-60 0Q-40 -20 40 -12L66 0L40 12Q-40 20 -60 0Z', '#4F8A34') +
  line('M-48 0H50M-40 -8Q0 -12 40 -6', '#86B85A', 5);

const shank = (roll: Dice): Svg =>
  line('M60 -20L170 -78', '#E9DBC4', 30) +
  circle(172, -84, 20, '#F6ECDC') +
  blob(roll, 0, 6, 122, 84, '#4E2612', 0.05) +
  blob(roll, -2, -4, 118, 76, '#804323', 0.05) +
  line('M-84 -20Q-40 -66 30 -52M-90 14Q-30 -20 70 -6M-60 44Q0 20 74 26', '#B27044', 10, 'opacity=".8"');
