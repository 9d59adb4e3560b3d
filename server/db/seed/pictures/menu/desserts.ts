import { coupe } from '../cups.ts';
import { dust, lemonSlice, pistachio, pomegranate, sesame, sprig } from '../garden.ts';
import { at, circle, oval, places, ring, scatter, strew } from '../svg.ts';
import {
  baklava,
  dumpling,
  grape,
  kiwi,
  kunafa,
  mango,
  melon,
  rose,
  roundBaklava,
  strawberry,
  ummAli,
} from '../sweets.ts';
import { bowl, type Drawings, paintedPlate, picture, plate, tray } from '../table.ts';

export const desserts: Drawings = {
  Kunafa: (roll) => picture('teal', tray(345, 330, kunafa(roll), '#B5762F', '#8F5A20')),

  'Umm Ali': (roll) => picture('rose', bowl(330, ummAli(roll), '#3D6E7C', '#2F5A68')),

  Luqaimat: (roll) => {
    const balls = strew(roll, [...ring(8, 190, 188, 12), ...ring(4, 84, 84, 40)], dumpling, 1.32);
    return picture(
      'sand',
      bowl(335, circle(0, 0, 292, '#5A2A0E') + balls + sesame(roll, 90, 230, 230), '#F4EBDD', '#E6D8C3'),
    );
  },

  'Baklava Selection': (roll) => {
    const diamonds = places([-110, -110], [92, -116], [-10, -6], [-130, 106]).map(({ x, y }) =>
      at(x, y, -14, 1.05, baklava()),
    );
    const rounds = places([196, -10], [-210, 0], [60, 150], [170, 110]).map(({ x, y }) =>
      at(x, y, 0, 1.02, roundBaklava(roll)),
    );
    const crumbs = strew(roll, scatter(roll, 40, 220, 220, 30), pistachio, 0.9);
    return picture('ink', paintedPlate(350, crumbs + diamonds.join('') + rounds.join(''), '#B5762F'));
  },

  Muhallabia: (roll) => {
    const topping =
      strew(roll, scatter(roll, 26, 140, 24, 16), pistachio) +
      strew(roll, scatter(roll, 10, 140, 24, 30), pomegranate, 1.1) +
      at(20, -14, 0, 1.5, rose());
    return picture('peach', at(0, -60, 0, 1.12, coupe('#FFF9EE', at(0, -98, 0, 1, topping))));
  },

  'Rice Pudding': (roll) => {
    const grain = () => oval(0, 0, 15, 6, '#FFFDF6') + oval(0, 3, 13, 3, '#EBDDBB');
    const cinnamon = [-90, -30, 30, 90].map((y) => at(0, y, -12, 1, dust(roll, 34, 150, 9, '#9A5A2A', 4)));
    const content =
      circle(0, 0, 286, '#FBF1DA') +
      strew(roll, scatter(roll, 200, 262, 262, 20), grain) +
      cinnamon.join('') +
      at(120, 110, 20, 1.2, sprig()) +
      strew(roll, scatter(roll, 16, 240, 240, 70), pistachio);
    return picture('butter', bowl(330, content, '#C98F56', '#A9713A'));
  },

  'Fresh Fruit Plate': (roll) => {
    const fruit =
      at(-120, -110, -30, 1.1, melon()) +
      at(-90, -20, -16, 0.95, melon()) +
      at(110, -130, 10, 1.15, mango()) +
      strew(roll, places([190, 10], [130, 70], [210, 100]), strawberry, 1.1) +
      strew(roll, places([-190, 100], [-120, 150], [-50, 100]), kiwi) +
      strew(roll, places([20, 150], [70, 180], [10, 204], [66, 130], [120, 200]), grape) +
      at(10, 30, 0, 1.1, lemonSlice(60));
    return picture('sage', plate(355, fruit, '#FFFDF8', '#E3EBDD'));
  },
};
