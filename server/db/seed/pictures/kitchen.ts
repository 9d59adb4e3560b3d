/** Drawings of fried, cooked and grilled food, each around (0, 0). */
import { at, blob, box, circle, type Dice, line, oval, scatter, shape, strew, type Svg } from './svg.ts';

/** Dark grill marks over food of that width and height. */
export const charred = (width: number, height: number, count = 4): Svg =>
  Array.from({ length: count }, (_, step) => {
    const x = -width / 2 + ((step + 0.5) * width) / count;
    return line(`M${x - 6} ${-height / 2 + 8}L${x + 8} ${height / 2 - 8}`, '#4A2413', 7, 'opacity=".75"');
  }).join('');

export const kofta = (length = 170): Svg =>
  box(-length / 2, -27, length, 56, 27, '#6B3A1E') +
  box(-length / 2, -29, length, 50, 25, '#8E5129') +
  line(`M${-length / 2 + 22} -14H${length / 2 - 26}`, '#B8743F', 8, 'opacity=".8"') +
  charred(length - 30, 50, 5);

export const chickenCube = (roll: Dice): Svg =>
  blob(roll, 0, 4, 42, 38, '#B96A1F', 0.07) +
  blob(roll, 0, -3, 39, 34, '#E29A3B', 0.07) +
  oval(-10, -14, 17, 8, '#F6C877', 'opacity=".85"') +
  line('M-22 14L2 -26M2 22L24 -18', '#7A3D12', 6, 'opacity=".7"');

export const beefCube = (roll: Dice): Svg =>
  blob(roll, 0, 4, 40, 36, '#4E2715', 0.08) +
  blob(roll, 0, -3, 37, 32, '#77401F', 0.08) +
  oval(-10, -12, 15, 7, '#A5653A', 'opacity=".8"') +
  line('M-20 12L0 -24M4 20L22 -16', '#341708', 6, 'opacity=".7"');

/** A skewer along the x axis. */
export const skewer = (items: readonly Svg[], step = 72): Svg => {
  const length = items.length * step;
  return (
    line(`M${-length / 2 - 70} 0H${length / 2 + 70}`, '#9C9488', 7) +
    circle(-length / 2 - 78, 0, 12, 'none', 'stroke="#9C9488" stroke-width="6"') +
    items.map((item, index) => at(-length / 2 + (index + 0.5) * step, 0, 0, 1, item)).join('')
  );
};

export const lambChop = (): Svg =>
  line('M20 0Q90 -26 150 -74', '#D9C8B0', 20) +
  line('M24 -4Q90 -30 148 -78', '#F6ECDC', 9) +
  shape('M-86 4C-92 -48 -30 -72 18 -52C56 -38 58 10 30 36C-6 68 -78 56 -86 4Z', '#5C2E18') +
  shape('M-80 0C-84 -44 -28 -66 14 -48C48 -34 50 6 26 28C-8 56 -72 46 -80 0Z', '#8A4A28') +
  at(-18, -6, 24, 1, charred(110, 90, 4)) +
  line('M-66 -22Q-30 -52 6 -42', '#C17E50', 8, 'opacity=".7"');

export const falafel = (roll: Dice): Svg =>
  circle(2, 6, 53, '#5A3415') +
  blob(roll, 0, 0, 52, 50, '#8A5623', 0.04) +
  blob(roll, -5, -7, 42, 38, '#A66C2E', 0.06) +
  strew(roll, scatter(roll, 16, 38, 36, 9), () => circle(0, 0, 3.2, roll() < 0.4 ? '#6F9440' : '#E0B877'));

export const kibbeh = (): Svg =>
  shape('M-92 6C-56 -44 56 -44 92 6C56 50 -56 50 -92 6Z', '#5B3217') +
  shape('M-92 0C-56 -44 56 -44 92 0C56 40 -56 40 -92 0Z', '#8B5226') +
  shape('M-66 -8C-36 -32 30 -34 58 -12C24 -20 -28 -20 -66 -8Z', '#B47A42', 'opacity=".85"');

export const cigar = (): Svg =>
  box(-84, -19, 168, 42, 16, '#B5782F') +
  box(-84, -22, 168, 38, 16, '#DDA24C') +
  line('M-58 -22L-46 16M-8 -22L4 16M42 -22L54 16', '#B97F34', 4) +
  line('M-66 -13H60', '#F4CD85', 6, 'opacity=".8"');

export const triangle = (): Svg =>
  shape('M0 -72Q12 -72 18 -60L74 44Q78 60 60 62H-60Q-78 60 -74 44L-18 -60Q-12 -72 0 -72Z', '#B97D35') +
  shape('M0 -74Q10 -74 16 -64L70 38Q74 52 58 54H-58Q-74 52 -70 38L-16 -64Q-10 -74 0 -74Z', '#E1A855') +
  line('M0 -66V-6M0 -6L-58 44M0 -6L58 44', '#B8803A', 6) +
  oval(-18, 18, 22, 9, '#F5D08B', 'opacity=".7"');

export const chickenWing = (): Svg =>
  shape(
    'M-74 22C-92 -8 -60 -50 -18 -38C8 -54 44 -44 58 -18C84 -22 98 0 84 20C66 36 40 24 26 20C10 46 -46 54 -74 22Z',
    '#8C4713',
  ) +
  shape(
    'M-68 14C-82 -10 -54 -44 -18 -32C8 -48 40 -38 54 -14C78 -18 90 0 78 14C62 26 40 16 24 12C6 36 -44 42 -68 14Z',
    '#CC7A2B',
  ) +
  line('M-48 -8Q-20 -28 4 -18', '#F0B160', 8, 'opacity=".8"') +
  line('M-34 18L-14 -8M6 8L20 -16', '#6E330B', 6, 'opacity=".6"');

export const drumstick = (): Svg =>
  line('M70 30L148 66', '#E9DBC4', 22) +
  circle(150, 60, 15, '#F6ECDC') +
  circle(146, 78, 14, '#F6ECDC') +
  shape('M-96 0C-104 -56 -40 -86 20 -58C66 -36 98 10 84 40C66 66 10 60 -34 56C-74 54 -92 34 -96 0Z', '#99510F') +
  shape('M-90 -6C-96 -54 -38 -80 18 -54C58 -34 88 6 76 30C60 52 10 46 -32 42C-70 40 -86 26 -90 -6Z', '#D98A2F') +
  line('M-66 -26Q-30 -58 14 -36', '#F5BD6B', 12, 'opacity=".75"');

export const prawn = (): Svg =>
  line('M-58 36C-66 -30 -4 -66 46 -30', '#C9542A', 44) +
  line('M-58 32C-64 -30 -4 -62 44 -30', '#F08A4F', 32) +
  line('M-66 12l26 -4M-56 -18l24 12M-28 -44l12 24M8 -54l-4 26M40 -44l-14 20', '#C9542A', 5) +
  shape('M44 -46L92 -60L76 -30L92 -2L46 -16Z', '#E0703A');

export const fish = (): Svg =>
  shape('M-250 4C-190 -84 20 -104 150 -26L236 -84C228 -30 232 34 244 92L150 34C20 112 -190 92 -250 4Z', '#6B6250') +
  shape('M-246 -4C-186 -84 20 -100 148 -30L228 -80C220 -32 222 24 234 76L148 20C20 94 -190 78 -246 -4Z', '#C9AE7C') +
  shape('M-200 -18C-140 -66 20 -78 118 -28C20 -50 -120 -46 -200 -18Z', '#EAD5A6', 'opacity=".8"') +
  at(-10, 0, 0, 1, charred(240, 120, 5)) +
  line('M-176 -34Q-156 0 -176 30', '#8E7547', 6) +
  circle(-208, -12, 11, '#FFF8E8') +
  circle(-208, -12, 6, '#2B2118');

export const halfChicken = (): Svg =>
  at(110, 60, 18, 1.1, drumstick()) +
  shape('M-200 20C-210 -92 -80 -150 40 -112C140 -80 160 20 110 84C50 156 -190 150 -200 20Z', '#8F4A0E') +
  shape('M-192 8C-200 -92 -78 -142 38 -106C130 -76 148 14 102 70C46 136 -182 128 -192 8Z', '#D5822A') +
  line('M-150 -34C-110 -100 -20 -112 46 -84', '#F6BD6A', 18, 'opacity=".7"') +
  at(-40, 10, 12, 1, charred(230, 180, 5));

export const egg = (roll: Dice, size = 78): Svg =>
  blob(roll, 0, 0, size, size * 0.86, '#F3EDE0', 0.12) +
  blob(roll, 0, -3, size * 0.94, size * 0.8, '#FFFEFA', 0.12) +
  circle(2, 0, size * 0.38, '#F5A21B') +
  oval(-8, -10, size * 0.13, size * 0.09, '#FFE19A');

export const fry = (): Svg => box(-54, -9, 108, 19, 4, '#D99A2B') + box(-54, -10, 108, 12, 4, '#F5C64F');

export const halloumi = (): Svg =>
  box(-68, -36, 136, 78, 12, '#C99A4A') + box(-68, -40, 136, 74, 12, '#FBEBC2') + charred(120, 72, 4);

export const cheeseCube = (): Svg => box(-26, -22, 52, 50, 6, '#DCD3BD') + box(-26, -26, 52, 46, 6, '#FFFBF0');

export const meatball = (roll: Dice): Svg =>
  circle(2, 6, 44, '#4B2412') +
  blob(roll, 0, 0, 43, 41, '#83451F', 0.05) +
  oval(-13, -16, 15, 8, '#B8733F', 'opacity=".8"');

export const potato = (roll: Dice): Svg =>
  shape('M-36 -22L22 -32L40 6L14 34L-30 26Z', '#C98A2A') +
  shape('M-36 -24L22 -34L36 0L10 24L-28 18Z', '#F2BF52') +
  line('M-20 -14L12 -20', '#FBE09A', 8) +
  (roll() < 0.5 ? circle(8, 4, 5, '#C8281E') : '');

export const vineLeaf = (): Svg =>
  box(-82, -24, 164, 54, 24, '#33491F') +
  box(-82, -27, 164, 48, 22, '#55752F') +
  line('M-70 -4Q0 -22 70 -6M-30 -24Q-20 0 -34 18M22 -26Q32 -4 20 18', '#7F9E51', 5);

/** A heap of rice: grains over a mound. */
export function rice(
  roll: Dice,
  rx: number,
  ry: number,
  tones: readonly string[] = ['#FFF6DC', '#F9D98A', '#F3C455'],
): Svg {
  const grains = scatter(roll, Math.round((rx * ry) / 280), rx * 0.93, ry * 0.93, 9)
    .map(({ x, y }) => at(x, y, roll() * 180, 1, oval(0, 0, 12, 4.2, tones[Math.floor(roll() * tones.length)]!)))
    .join('');
  return blob(roll, 0, 6, rx, ry, '#C99A3E', 0.04) + blob(roll, 0, 0, rx * 0.98, ry * 0.97, tones[1]!, 0.04) + grains;
}

export const penne = (): Svg =>
  box(-38, -13, 76, 28, 10, '#D99F3F') +
  box(-38, -15, 76, 24, 10, '#F6CF7B') +
  line('M-26 -7H26M-26 3H26', '#DDAA50', 3);

export const nugget = (roll: Dice): Svg =>
  blob(roll, 0, 6, 56, 44, '#A96A1B', 0.09) +
  blob(roll, 0, 0, 54, 41, '#E3A33F', 0.09) +
  oval(-14, -14, 18, 8, '#F8D081', 'opacity=".8"');

export const heapOfFries = (roll: Dice, count: number): Svg => strew(roll, scatter(roll, count, 90, 70, 18), fry, 1);
