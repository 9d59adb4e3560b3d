/** Drawings of tables, plates and dishes, seen from above and centred on (0, 0). */
import { at, between, box, circle, dice, type Dice, line, oval, shape, type Svg } from './svg.ts';

interface Table {
  ground: string;
  /** A second tone for the cloth or the light on the table. */
  tone: string;
  pattern: 'light' | 'stripes' | 'tiles' | 'wood';
}

const tables = {
  sand: { ground: '#F3E2C7', tone: '#EBD3AE', pattern: 'light' },
  sage: { ground: '#DCE8D5', tone: '#CBDCC3', pattern: 'stripes' },
  peach: { ground: '#FADBC8', tone: '#F4C9B0', pattern: 'light' },
  sky: { ground: '#D8E6EE', tone: '#C5D8E4', pattern: 'tiles' },
  rose: { ground: '#F6DDE0', tone: '#EFC9CF', pattern: 'stripes' },
  butter: { ground: '#FBEBC0', tone: '#F5DD9C', pattern: 'light' },
  teal: { ground: '#CFE5E0', tone: '#B8D6CF', pattern: 'tiles' },
  night: { ground: '#38302C', tone: '#433A35', pattern: 'wood' },
  oak: { ground: '#B98A5E', tone: '#AC7C51', pattern: 'wood' },
  ink: { ground: '#27414A', tone: '#2F4D57', pattern: 'tiles' },
} as const satisfies Record<string, Table>;
export type TableName = keyof typeof tables;

/** Complete pictures by the English name of the dish. The random numbers make each one unique. */
export type Drawings = Record<string, (roll: Dice) => Svg>;

/** The complete picture: a table with content in the middle. */
export function picture(table: TableName, content: Svg): Svg {
  const { ground, tone, pattern } = tables[table];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900">${box(0, 0, 1200, 900, 0, ground)}${cloth(pattern, tone)}${at(600, 446, 0, 1.2, content)}</svg>`;
}

function cloth(pattern: Table['pattern'], tone: string): Svg {
  switch (pattern) {
    case 'light':
      return (
        shape('M0 620C260 520 420 760 700 660S1080 420 1200 470V900H0Z', tone) +
        circle(1010, 130, 210, tone, 'opacity=".6"')
      );
    case 'stripes':
      return Array.from({ length: 9 }, (_, step) => box(step * 150 - 30, 0, 64, 900, 0, tone)).join('');
    case 'tiles':
      return Array.from({ length: 48 }, (_, step) => {
        const [column, row] = [step % 8, Math.floor(step / 8)];
        return at(column * 171 + (row % 2) * 85, row * 180, 45, 1, box(-38, -38, 76, 76, 10, tone));
      }).join('');
    case 'wood': {
      const roll = dice('wood');
      return Array.from({ length: 6 }, (_, step) => {
        const grain = Array.from({ length: 3 }, () => {
          const y = step * 150 + between(roll, 25, 135);
          return line(
            `M${between(roll, -100, 300)} ${y}q300 ${between(roll, -14, 14)} ${between(roll, 400, 800)} 0`,
            tone,
            5,
          );
        }).join('');
        return line(`M0 ${step * 150}H1200`, tone, 6) + grain;
      }).join('');
    }
  }
}

const shadow = (rx: number, ry: number): Svg => oval(10, 26, rx, ry, '#1d120a', 'opacity=".2"');

export function plate(r: number, content: Svg, colour = '#FFFDF8', rim = '#EFE5D6'): Svg {
  return [
    shadow(r + 4, r + 4),
    circle(0, 0, r, colour),
    circle(0, 0, r * 0.985, 'none', `stroke="${rim}" stroke-width="${r * 0.03}"`),
    circle(0, 0, r * 0.74, rim, 'opacity=".55"'),
    circle(0, -3, r * 0.72, colour),
    content,
  ].join('');
}

/** A glazed plate with a painted rim. */
export function paintedPlate(r: number, content: Svg, paint = '#2C6E8A'): Svg {
  const strokes = Array.from({ length: 28 }, (_, step) =>
    at(0, 0, (step / 28) * 360, 1, oval(0, -r * 0.865, r * 0.026, r * 0.075, paint)),
  ).join('');
  return plate(r, circle(0, 0, r * 0.765, 'none', `stroke="${paint}" stroke-width="${r * 0.014}"`) + strokes + content);
}

export function bowl(r: number, content: Svg, clay = '#8A5638', inside = '#6E4129'): Svg {
  return [
    shadow(r + 6, r + 6),
    circle(0, 0, r, clay),
    circle(-r * 0.04, -r * 0.05, r * 0.95, 'none', `stroke="#fff" stroke-opacity=".22" stroke-width="${r * 0.03}"`),
    circle(0, 0, r * 0.87, inside),
    content,
  ].join('');
}

export function board(width: number, height: number, content: Svg): Svg {
  const roll = dice('board');
  const grain = Array.from({ length: 7 }, (_, step) => {
    const y = -height / 2 + ((step + 0.5) * height) / 7;
    return line(
      `M${-width / 2 + 40} ${y}q${width / 2 - 60} ${between(roll, -16, 16)} ${width - 90} 0`,
      '#B97C45',
      4,
      'opacity=".55"',
    );
  }).join('');
  return [
    box(-width / 2 + 10, -height / 2 + 26, width, height, 46, '#1d120a', 'opacity=".22"'),
    box(-width / 2, -height / 2, width, height, 46, '#CF9459'),
    box(-width / 2, -height / 2, width, height - 12, 46, '#DCA56B'),
    grain,
    circle(width / 2 - 44, 0, 16, '#A86C38'),
    content,
  ].join('');
}

export function tray(rx: number, ry: number, content: Svg, metal = '#C98A4A', inside = '#DDA468'): Svg {
  return [
    shadow(rx + 6, ry + 6),
    oval(0, 0, rx, ry, metal),
    oval(0, 0, rx - 22, ry - 20, inside),
    oval(0, -4, rx - 26, ry - 24, 'none', 'stroke="#fff" stroke-opacity=".35" stroke-width="5"'),
    content,
  ].join('');
}

/** Slightly crumpled baking paper. */
export function paper(roll: Dice, width: number, height: number, content: Svg, colour = '#F7EEDD'): Svg {
  const x = width / 2;
  const y = height / 2;
  const stray = () => between(roll, -16, 16);
  const edge = `M${-x} ${-y + stray()}L${stray()} ${-y - 14}L${x} ${-y + stray()}L${x + 12} ${stray()}L${x} ${y + stray()}L${stray()} ${y + 12}L${-x} ${y + stray()}L${-x - 12} ${stray()}Z`;
  return shape(edge, '#1d120a', 'opacity=".16" transform="translate(8 20)"') + shape(edge, colour) + content;
}

/** A small dish for a dip. */
export const dip = (x: number, y: number, r: number, sauce: string, topping: Svg = ''): Svg =>
  at(
    x,
    y,
    0,
    1,
    circle(5, 12, r, '#1d120a', 'opacity=".2"') +
      circle(0, 0, r, '#FFFDF8') +
      circle(0, 0, r * 0.84, sauce) +
      line(`M${-r * 0.45} ${-r * 0.1}q${r * 0.4} ${-r * 0.5} ${r * 0.9} ${r * 0.1}`, '#fff', r * 0.1, 'opacity=".45"') +
      topping,
  );
