/** Covers, logos and shop fronts of the demo's restaurants. */
import { flatbread } from './bakery.ts';
import { cucumberSlice, dust, lemonSlice, lemonWedge, mint, parsley, sprig, tomatoSlice } from './garden.ts';
import { falafel, meatball, rice, skewer, chickenCube } from './kitchen.ts';
import { fattoushPieces, hummus, hummusTopping, salad, soup, tabbouleh } from './spreads.ts';
import { at, box, circle, dice, line, oval, ring, scatter, shape, strew, type Svg } from './svg.ts';
import { bowl, dip, paintedPlate, plate, tray } from './table.ts';

const frame = (width: number, height: number, content: Svg): Svg =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const planks = (ground: string, tone: string): Svg =>
  box(0, 0, 1600, 900, 0, ground) +
  [150, 300, 450, 600, 750].map((y) => line(`M0 ${y}H1600`, tone, 7)).join('') +
  [
    [200, 60],
    [900, 110],
    [500, 230],
    [1300, 270],
    [100, 380],
    [800, 530],
    [1200, 660],
    [300, 690],
    [700, 840],
  ]
    .map(([x, y]) => line(`M${x} ${y}q160 ${y! % 20} 340 0`, tone, 6))
    .join('');

/** A laid table from above. */
export function alNoorCover(): Svg {
  const roll = dice('Al Noor cover');
  return frame(
    1600,
    900,
    planks('#24474B', '#2D565B') +
      at(
        800,
        450,
        0,
        1.02,
        tray(
          410,
          300,
          rice(roll, 360, 252, ['#FFF1C4', '#F8D272', '#EFB93E']) +
            [-60, 40]
              .map((y) =>
                at(
                  0,
                  y,
                  -6,
                  0.86,
                  skewer(
                    [0, 1, 2, 3, 4, 5].map(() => chickenCube(roll)),
                    76,
                  ),
                ),
              )
              .join('') +
            strew(roll, scatter(roll, 16, 320, 210, 60), parsley, 1.5),
        ),
      ) +
      at(250, 220, 0, 0.72, paintedPlate(340, hummus(roll, 240, hummusTopping(roll)))) +
      at(230, 700, 0, 0.74, bowl(335, salad(roll, 290, fattoushPieces(roll)), '#C98F56', '#A9713A')) +
      at(
        1370,
        210,
        0,
        0.74,
        bowl(330, tabbouleh(roll, 284) + at(140, 130, 20, 1.5, lemonWedge()), '#FFFDF8', '#EFE5D6'),
      ) +
      at(
        1350,
        690,
        0,
        0.78,
        plate(
          340,
          strew(roll, [...ring(6, 130, 128), { x: 0, y: 0 }], falafel, 1.25) +
            strew(
              roll,
              [
                { x: -190, y: 170 },
                { x: 190, y: -170 },
              ],
              () => tomatoSlice(44),
            ),
        ),
      ) +
      at(760, 40, 0, 0.8, flatbread(roll, 190)) +
      at(980, 70, 0, 0.7, flatbread(roll, 190)) +
      at(800, 860, 0, 0.62, soup(roll, '#E0922F', '#F4B95E', strew(roll, ring(6, 120, 120), parsley, 1.6))) +
      dip(530, 130, 78, '#B23A1F', dust(roll, 20, 40, 40, '#F1DDAE', 5)) +
      dip(1080, 830, 70, '#FFF8EA') +
      strew(
        roll,
        [
          { x: 520, y: 800 },
          { x: 580, y: 850 },
          { x: 1120, y: 90 },
        ],
        () => lemonSlice(50),
      ) +
      strew(
        roll,
        [
          { x: 40, y: 450 },
          { x: 90, y: 480 },
          { x: 1560, y: 450 },
          { x: 1520, y: 420 },
          { x: 640, y: 60 },
        ],
        mint,
        1.8,
      ) +
      strew(
        roll,
        [
          { x: 480, y: 60 },
          { x: 1150, y: 850 },
        ],
        () => cucumberSlice(40),
      ),
  );
}

/** A lantern, because Al Noor means "the light". */
export function alNoorLogo(): Svg {
  const gold = '#F5B942';
  return frame(
    600,
    600,
    box(0, 0, 600, 600, 0, '#C2410C') +
      circle(300, 310, 210, '#D9531A') +
      circle(300, 310, 150, '#EA6A2A') +
      line('M300 70V120', gold, 14) +
      circle(300, 62, 22, 'none', `stroke="${gold}" stroke-width="12"`) +
      shape('M300 112C250 128 222 160 214 196H386C378 160 350 128 300 112Z', gold) +
      box(196, 196, 208, 26, 10, '#FFE3A1') +
      shape('M214 222H386L414 420H186Z', '#8F2F08') +
      shape('M300 238Q262 330 300 404Q338 330 300 238Z', '#FFF3CF') +
      shape('M300 290Q280 350 300 396Q320 350 300 290Z', '#FFC94D') +
      line('M214 222L186 420M386 222L414 420M256 222L240 420M344 222L360 420', gold, 11) +
      box(172, 420, 256, 30, 10, '#FFE3A1') +
      shape('M196 450H404L376 500H224Z', gold),
  );
}

/** The outlet by the water, in the morning. */
export function marinaFront(): Svg {
  const towers = [
    [60, 420, 90],
    [170, 300, 110],
    [300, 380, 80],
    [820, 260, 110],
    [950, 360, 100],
    [1070, 300, 90],
  ] as const;
  return frame(
    1200,
    675,
    box(0, 0, 1200, 675, 0, '#CFEAF0') +
      circle(960, 130, 70, '#FFE7A8') +
      towers
        .map(
          ([x, top, width]) =>
            box(x, top, width, 400, 8, '#A9D0DC') + box(x + width * 0.6, top, width * 0.4, 400, 0, '#97C2D0'),
        )
        .join('') +
      box(0, 540, 1200, 90, 0, '#5FB3C7') +
      box(0, 618, 1200, 57, 0, '#E6D3AE') +
      [
        [60, 570],
        [210, 596],
        [930, 568],
        [1060, 598],
      ]
        .map(([x, y]) => line(`M${x} ${y}q40 -14 80 0t80 0`, '#BFE6EE', 7))
        .join('') +
      shopFront('#C2410C', '#FFF7EA', '#E9D9BF'),
  );
}

/** The outlet in the middle of the town, late at night. */
export function downtownFront(): Svg {
  const roll = dice('windows');
  const towers = [
    [40, 330, 110],
    [180, 240, 100],
    [310, 360, 90],
    [830, 300, 110],
    [970, 220, 110],
    [1100, 340, 100],
  ] as const;
  const windows = towers
    .flatMap(([x, top, width]) =>
      Array.from({ length: 40 }, (_, step) => ({
        x: x + 14 + (step % 4) * ((width - 40) / 3),
        y: top + 22 + Math.floor(step / 4) * 30,
      })),
    )
    .map(({ x, y }) => (roll() < 0.45 ? '' : box(x, y, 12, 16, 2, roll() < 0.7 ? '#FFD98A' : '#F6B04A')))
    .join('');
  return frame(
    1200,
    675,
    box(0, 0, 1200, 675, 0, '#1C2B4A') +
      dust(roll, 60, 600, 300, '#FFFFFF', 3).replace(/^/, '<g transform="translate(600 150)" opacity=".8">') +
      '</g>' +
      circle(210, 110, 56, '#FFF3CF') +
      circle(236, 98, 52, '#1C2B4A') +
      shape('M600 10L612 130L640 240V560H560V240L588 130Z', '#34507F') +
      shape('M600 10L612 130L640 240V560H606Z', '#2A4370') +
      towers.map(([x, top, width]) => box(x, top, width, 420, 6, '#2A3E66')).join('') +
      windows +
      box(0, 590, 1200, 85, 0, '#2C2A38') +
      shopFront('#7A1F3D', '#FFE9C2', '#54405A'),
  );
}

function shopFront(awning: string, light: string, wall: string): Svg {
  const stripes = Array.from({ length: 8 }, (_, step) =>
    shape(`M${330 + step * 68} 270h68v86a34 34 0 0 1 -68 0Z`, step % 2 === 0 ? awning : '#FFFDF8'),
  ).join('');
  return [
    oval(600, 650, 380, 26, '#1d120a', 'opacity=".22"'),
    box(320, 250, 560, 400, 8, wall),
    box(350, 380, 220, 200, 10, light),
    box(350, 380, 220, 200, 10, 'none', `stroke="${awning}" stroke-width="10"`),
    box(640, 380, 190, 270, 10, light),
    box(640, 380, 190, 270, 10, 'none', `stroke="${awning}" stroke-width="10"`),
    line('M735 380V650M460 380V580', awning, 8),
    circle(720, 520, 8, awning),
    circle(750, 520, 8, awning),
    stripes,
    box(310, 236, 580, 44, 10, awning),
    at(
      600,
      196,
      0,
      0.24,
      shape('M0 -190C-100 -160 -150 -90 -170 0H170C150 -90 100 -160 0 -190Z', '#F5B942') +
        box(-180, 0, 360, 40, 12, '#FFE3A1') +
        shape('M-150 40H150L190 190H-190Z', '#F5B942'),
    ),
    at(
      300,
      620,
      0,
      1.1,
      box(-36, -10, 72, 60, 8, '#A9602F') +
        at(0, -30, 0, 1.6, sprig()) +
        at(-26, -16, -40, 1.2, sprig()) +
        at(26, -16, 40, 1.2, sprig()),
    ),
    at(
      900,
      620,
      0,
      1.1,
      box(-36, -10, 72, 60, 8, '#A9602F') +
        at(0, -30, 0, 1.6, sprig()) +
        at(-26, -16, -40, 1.2, sprig()) +
        at(26, -16, 40, 1.2, sprig()),
    ),
  ].join('');
}

/** Curries, rice and bread on slate. */
export function millersCover(): Svg {
  const roll = dice('Millers cover');
  const curry = (colour: string, light: string, pieces: Svg) =>
    soup(roll, colour, light, pieces + strew(roll, scatter(roll, 12, 200, 200, 60), parsley, 1.5));
  return frame(
    1600,
    900,
    planks('#33383D', '#3C4248') +
      at(470, 330, 0, 0.86, curry('#C4551F', '#E38445', strew(roll, ring(7, 160, 158), chickenCube, 1.35))) +
      at(1090, 340, 0, 0.86, curry('#D99A2B', '#F2C867', strew(roll, ring(6, 150, 150), chickenCube, 1.3))) +
      at(780, 700, 0, 0.86, bowl(330, rice(roll, 288, 286, ['#FFFFFF', '#FFF3DA', '#F6CF6B']), '#E9E4DA', '#D9D2C4')) +
      at(170, 700, 0, 0.8, curry('#7A2A16', '#A8482B', strew(roll, ring(6, 150, 150), meatball, 1.3))) +
      at(
        1420,
        690,
        0,
        0.8,
        curry(
          '#3F6B2E',
          '#6B9A4C',
          strew(roll, scatter(roll, 12, 190, 190, 90), () => box(-34, -30, 68, 62, 8, '#FFFBF0'), 1),
        ),
      ) +
      at(130, 180, 0, 0.9, flatbread(roll, 190)) +
      at(790, 120, 0, 0.82, flatbread(roll, 190)) +
      at(1450, 170, 0, 0.86, flatbread(roll, 190)) +
      dip(1120, 780, 76, '#E08A2C') +
      dip(500, 790, 76, '#7DB547') +
      strew(
        roll,
        [
          { x: 640, y: 480 },
          { x: 960, y: 560 },
          { x: 300, y: 480 },
          { x: 1290, y: 470 },
        ],
        mint,
        1.8,
      ),
  );
}

export function millersLogo(): Svg {
  return frame(
    600,
    600,
    box(0, 0, 600, 600, 0, '#14532D') +
      circle(300, 300, 220, '#1B6B3B') +
      line(
        'M236 190q-26 -40 0 -76t0 -60M300 190q-26 -40 0 -76t0 -60M364 190q-26 -40 0 -76t0 -60',
        '#F5E6C8',
        16,
        'opacity=".85"',
      ) +
      shape('M150 230H430C430 360 400 440 290 440S150 360 150 230Z', '#FFF8EA') +
      shape('M420 256C500 250 500 370 396 374L402 346C452 340 452 284 418 286Z', '#FFF8EA') +
      oval(290, 232, 140, 30, '#8A4A22') +
      oval(276, 228, 90, 14, '#B06A3A') +
      box(130, 462, 330, 26, 13, '#F5E6C8'),
  );
}
