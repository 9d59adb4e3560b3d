import { describe, expect, test } from 'vitest';
import { ticketWidths, type TicketWidth } from '#contract/base/enumerations.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { anOrder, aPen, line, option } from '#server/test/data/printed-orders.ts';
import { type Dialect, type OnPaper, printOut, textOf } from '#server/test/data/printer-paper.ts';
import { encodePieces, type PrinterLanguage, textOfPieces } from './encode-ticket.ts';
import { testPagePieces, ticketPieces, type TicketOccasion } from './ticket.ts';
import { wordsIn } from './words.ts';

const dialects: [PrinterLanguage, Dialect][] = [
  ['esc-pos', 'esc-pos'],
  ['star-prnt', 'star'],
  ['star-line', 'star'],
];
const now = new Date('2026-03-20T15:35:00Z');
const first: TicketOccasion = {
  kind: 'ticket',
  copiesBefore: 0,
  isRestored: false,
  isChanged: false,
  elsewhere: new Set(),
  country: 'AE',
  now,
};

const noPen = aPen('');
const english = (order: Order, occasion = first) => ticketPieces(order, occasion, wordsIn.en);
const ticket = async (order: Order, width: TicketWidth, occasion = first, language: PrinterLanguage = 'esc-pos') =>
  printOut(
    await encodePieces(english(order, occasion), { width, language }, noPen),
    language === 'esc-pos' ? 'esc-pos' : 'star',
  );

test.each([
  ['PK', false, ['GST 5%', 'ضريبة السلع والخدمات 5%']],
  ['US', false, ['Sales tax 5%', 'ضريبة المبيعات 5%']],
  ['AE', true, ['VAT 5%, included', 'منها ضريبة القيمة المضافة 5%']],
])('the tax on a ticket has the name of the country %s', (country, taxInclusive, names) => {
  const order = { ...anOrder(), taxInclusive };
  const said = (['en', 'ar'] as const).flatMap((language) =>
    ticketPieces(order, { ...first, country }, wordsIn[language]).flatMap((piece) =>
      piece.kind === 'text' && piece.amount === '62.00' ? [piece.text] : [],
    ),
  );
  expect(said).toEqual(names);
});

describe('a ticket', () => {
  const golden = [
    '               Café Marina',
    '        #1042',
    '                 DELIVERY',
    '              Ready by 19:55',
    '           At the door by 20:20',
    '               Placed 19:30',
    '------------------------------------------',
    '12 x Large burger with everything  1234.50',
    '     that the kitchen has today',
    '  + Crème fraîche',
    '  + No onion',
    '  Note: Well done',
    '1 x Still water                       5.50',
    '------------------------------------------',
    'Note: No cutlery',
    'Extra napkins',
    'Subtotal                           1240.00',
    'Delivery fee                          5.00',
    'VAT 5%                               62.00',
    'TOTAL                          AED 1307.00',
    'Cash on delivery',
    '------------------------------------------',
    'Sara Khan',
    '+971501234567',
    '4 Harbour Road',
    '12',
    'Dubai Marina',
    'Note: Ring twice',
    '',
    'Order 0195b2c4-7d1e-7a3b-9c52-8f6e1d2a3b4c',
  ];

  test('has what offers take off below the subtotal, and the one that takes the delivery fee off', async () => {
    const offer = { nameTranslations: {}, code: null };
    const offers = [
      { ...offer, name: 'A fifth off', amount: 248, off: 'basket' as const },
      { ...offer, name: 'Free delivery', amount: 5, off: 'delivery' as const },
    ];
    const paper = textOf(await ticket(anOrder({ discount: 248, offers, deliveryFee: 0 }), 42));
    const sums = paper.slice(paper.indexOf('Subtotal                           1240.00'));
    expect(sums.slice(1, 4)).toEqual([
      'A fifth off                        -248.00',
      'Delivery fee                          0.00',
      '  Free delivery',
    ]);
  });

  test.each(dialects)('has everything about the order, in %s', async (language, dialect) => {
    const bytes = await encodePieces(english(anOrder()), { width: 42, language }, noPen);
    const paper = printOut(bytes, dialect);
    expect(textOf(paper).slice(0, golden.length)).toEqual(golden);
    expect(paper.findIndex(({ kind }) => kind === 'cut')).toBe(golden.length + 3);
    expect(paper.filter(({ kind }) => kind === 'picture')).toEqual([]);
  });

  test.each(dialects)('is large for reading from afar, and bold for the dishes, in %s', async (language, dialect) => {
    const paper = printOut(await encodePieces(english(anOrder()), { width: 48, language }, noPen), dialect);
    const styleOf = (words: string) => paper.find((one) => one.kind === 'line' && one.text.includes(words));
    expect(styleOf('#1042')).toMatchObject({ bold: true, wide: 2, high: 2 });
    expect(styleOf('12 x Large')).toMatchObject({ bold: true, wide: 1, high: 2 });
    expect(styleOf('kitchen has today')).toMatchObject({ bold: true, wide: 1, high: 2 });
    expect(styleOf('+ Crème')).toMatchObject({ bold: false, wide: 1, high: 1 });
    expect(styleOf('Note: Well done')).toMatchObject({ bold: true });
    expect(styleOf('+971501234567')).toMatchObject({ bold: false, wide: 1, high: 1 });
  });

  test('is the same in plain text', () => {
    const plain = textOfPieces(english(anOrder()), 42).split('\r\n');
    expect(plain.slice(2)).toEqual([...golden.slice(2), '']);
    expect(plain[1]).toBe('                  #1042');
  });

  test.each(ticketWidths)(
    'keeps within %i characters, with amounts in one column, however long it is',
    async (width) => {
      const cart = Array.from({ length: 60 }, (_, index) =>
        line(index % 3 === 0 ? 'x'.repeat(100) : `Dish ${index} ${'of many words '.repeat(index % 7)}`, {
          quantity: (index % 99) + 1,
          totalPrice: 10 ** (index % 9) + 0.25,
          options: [option('y'.repeat(100)), option('Extra garlic sauce')],
          note: 'z '.repeat(100),
        }),
      );
      const paper = await ticket(anOrder({ cart, specialInstruction: 'w'.repeat(500) }), width);
      const lines = paper.filter((one) => one.kind === 'line');
      expect(lines.filter(({ text, wide }) => text.length * wide > width)).toEqual([]);
      const dishes = lines.flatMap(({ text }) => (/^\d+ x /.test(text) ? [text] : []));
      expect(dishes).toHaveLength(60);
      expect(dishes.filter((text) => text.length !== width || !/ \d+\.\d\d$/.test(text))).toEqual([]);
      dishes.forEach((text, index) => {
        expect(text.startsWith(`${(index % 99) + 1} x `)).toBe(true);
        expect(text.endsWith(` ${10 ** (index % 9)}.25`)).toBe(true);
      });
      // No letter of the long words is lost.
      const count = (letter: string) =>
        lines.map(({ text }) => text.split(letter).length - 1).reduce((a, b) => a + b, 0);
      expect([count('w') >= 500, count('y') >= 6000]).toEqual([true, true]);
    },
  );

  test('says how often an option was chosen, once, and what is a half', async () => {
    const [cheese, onion] = [option('Extra cheese'), option('No onion')];
    const halves = ['Margherita', 'Diavola'].map((name) => ({ ...option(name), isHalf: true }));
    const cart = [line('Burger', { options: [cheese, cheese, onion] }), line('Pizza', { options: halves })];
    const all = ['  + 2 x Extra cheese', '  + No onion', '  + 1/2 Margherita', '  + 1/2 Diavola'];
    const said = (text: string[]) => text.filter((one) => /^ *\+ /.test(one));
    expect(said(textOf(await ticket(anOrder({ cart }), 42)))).toEqual(all);
    const plain = textOfPieces(english(anOrder({ cart })), 42).split('\r\n');
    expect(said(plain)).toEqual(all);
  });

  test('has what an option opened further in, below it', async () => {
    const [salad, oil, herbs] = [option('Salad'), { ...option('Oil'), depth: 1 }, { ...option('Herbs'), depth: 2 }];
    const cart = [line('Meal', { options: [salad, oil, herbs] })];
    const all = ['  + Salad', '    + Oil', '      + Herbs'];
    const said = (text: string[]) => text.filter((one) => /^ *\+ /.test(one));
    expect(said(textOf(await ticket(anOrder({ cart }), 42)))).toEqual(all);
    expect(said(textOfPieces(english(anOrder({ cart })), 42).split('\r\n'))).toEqual(all);
  });

  test('shows the day of an order that is not for today', async () => {
    const order = anOrder({ promisedAt: '2026-03-21T08:00:00.000Z' });
    expect(textOf(await ticket(order, 48))).toContain('          Ready by Sat 21 Mar, 12:00'.padStart(37));
  });

  test('for a new order has the ready time by the default preparation', async () => {
    const text = textOf(await ticket(anOrder({ status: 'New', promisedAt: null }), 42));
    expect(text.map((one) => one.trim())).toContain('Ready by 19:45');
  });

  test('for a test order says so, and for a pickup order has no address', async () => {
    const order = anOrder({ isTest: true, deliveryMode: 'pickup', deliveryFee: null, address: null, areaName: null });
    const text = textOf(await ticket(order, 42)).map((one) => one.trim());
    expect(text).toContain('*** TEST ***');
    expect(text).toContain('PICKUP');
    expect(text.some((one) => /Delivery fee|Harbour|Marina$/.test(one) && one !== 'Café Marina')).toBe(false);
  });

  test('has the number of its copy when it was printed before', async () => {
    const text = async (copiesBefore: number) => textOf(await ticket(anOrder(), 42, { ...first, copiesBefore }));
    expect((await text(0)).filter((one) => one.includes('REPRINT'))).toEqual([]);
    expect((await text(1)).map((one) => one.trim())).toContain('REPRINT 1');
    expect((await text(3)).map((one) => one.trim())).toContain('REPRINT 3');
  });
});

describe('a slip about a cancelled order', () => {
  const cancelled = anOrder({ status: 'Cancelled', cancelReason: 'Kitchen closed' });

  test('names the dishes not to be cooked, and no amounts', async () => {
    const paper = await ticket(cancelled, 42, { ...first, kind: 'cancelled' });
    const text = textOf(paper).map((one) => one.trim());
    expect(paper.find((one) => one.kind === 'line' && one.text.includes('CANCELLED'))).toMatchObject({
      wide: 2,
      high: 2,
    });
    expect(text).toEqual(
      expect.arrayContaining(['CANCELLED', 'Do not cook this any more.', 'Reason: Kitchen closed', '#1042']),
    );
    expect(text).toEqual(expect.arrayContaining(['1 x Still water', '+ No onion', 'Sara Khan']));
    expect(text.some((one) => /TOTAL|Ready by|\d\.\d\d/.test(one))).toBe(false);
  });

  test('replaces every ticket of a cancelled order', async () => {
    expect(await ticket(cancelled, 42)).toEqual(await ticket(cancelled, 42, { ...first, kind: 'cancelled' }));
  });

  test('is revoked by a ticket that says so', async () => {
    const text = textOf(await ticket(anOrder(), 42, { ...first, isRestored: true, copiesBefore: 1 }));
    expect(text.map((one) => one.trim())).toEqual(expect.arrayContaining(['NOT CANCELLED: COOK IT', 'REPRINT 1']));
  });
});

describe('text without letters in the printer', () => {
  const arabic = 'شاورما دجاج';
  const order = anOrder({
    cart: [line(arabic, { quantity: 3, totalPrice: 54, options: [option('ثوم', { en: 'Garlic' })], note: 'بدون ملح' })],
  });
  const letters = 'شاورمدجثوبنلح ';

  test.each(dialects)('is drawn below its quantity and amount, in %s', async (language, dialect) => {
    const pen = aPen(letters);
    const paper = printOut(await encodePieces(english(order), { width: 48, language }, pen), dialect);
    expect(pen.drawn).toEqual([arabic, 'ثوم', 'بدون ملح']);
    const at = paper.findIndex((one) => one.kind === 'line' && one.text.startsWith('3 x'));
    expect(paper.slice(at, at + 6)).toMatchObject([
      { kind: 'line', text: `3 x${'54.00'.padStart(45)}`, bold: true, high: 2 },
      { kind: 'picture' },
      { kind: 'line', text: '  +' },
      { kind: 'picture' },
      { kind: 'line', text: '  Note:' },
      { kind: 'picture' },
    ]);
    // Eleven squares of 39 dots, four letters from the edge, with white around them up to whole bytes and bands.
    const picture = paper[at + 1] as Extract<OnPaper, { kind: 'picture' }>;
    expect([picture.width, picture.height]).toEqual([480, 48]);
    const inked = (x: number, y: number) => picture.dots[y * picture.width + x];
    expect([inked(47, 20), inked(48, 20), inked(476, 20), inked(477, 20)]).toEqual([0, 1, 1, 0]);
    expect([inked(60, 3), inked(60, 4), inked(60, 42), inked(60, 43)]).toEqual([0, 1, 1, 0]);
  });

  test('never leaves the paper', async () => {
    for (const width of ticketWidths) {
      const long = anOrder({ cart: [line(arabic.repeat(20))] });
      const paper = printOut(
        await encodePieces(english(long), { width, language: 'esc-pos' }, aPen(letters)),
        'esc-pos',
      );
      const widths = paper.flatMap((one) => (one.kind === 'picture' ? [one.width] : []));
      expect(widths).toEqual([width * 12]);
    }
  });

  test('is written in another language when it cannot be drawn either, and otherwise has question marks', async () => {
    const text = textOf(await ticket(order, 42));
    expect(text).toContain('3 x ?????? ????                      54.00');
    expect(text).toContain('  + Garlic');
    expect(text).toContain('  Note: ???? ???');
  });

  test('keeps the letters that can be written', async () => {
    const mixed = anOrder({ cart: [line('Burger 🍔 & fries', { note: 'no 🌶️ please' })] });
    const text = textOf(await ticket(mixed, 42));
    expect(text).toContain('1 x Burger ? & fries                  1.00');
  });

  test('is everything but ASCII for an unknown printer', async () => {
    const pen = aPen('èûCrmbleé ');
    const bytes = await encodePieces(
      [{ kind: 'text', text: 'Crème brûlée' }],
      { width: 42, language: 'esc-pos', codepage: 'ascii' },
      pen,
    );
    expect(pen.drawn).toEqual(['Crème brûlée']);
    expect(printOut(bytes, 'esc-pos')[0]).toMatchObject({ kind: 'picture' });
  });
});

test('no text of a guest reaches the printer as a command', async () => {
  const evil = '\u001b@\u001dV\u0000boo\u0007\u202e\u200b\u0085\u00a0end';
  const order = anOrder({ cart: [line(evil, { note: evil })], customerName: evil, specialInstruction: evil });
  for (const [language, dialect] of dialects) {
    const paper = printOut(await encodePieces(english(order), { width: 42, language }, noPen), dialect);
    expect(paper.filter(({ kind }) => kind === 'cut')).toHaveLength(1);
    expect(textOf(paper)).toContain('1 x @Vboo end                         1.00');
    expect(textOf(paper)).toContain('@Vboo end');
  }
});

test('the test page is as wide as the paper', async () => {
  for (const width of ticketWidths) {
    const pieces = testPagePieces({ name: 'Pass', outletName: 'Marina', width }, '19:35', wordsIn.en);
    const text = textOf(printOut(await encodePieces(pieces, { width, language: 'esc-pos' }, noPen), 'esc-pos'));
    expect(text).toContain(`${width} characters, in one line:`);
    expect(text).toContain('12345678901234567890123456789012345678901234567890'.slice(0, width));
    expect(text).toContain(`1 x Crème brûlée${'12.50'.padStart(width - 16)}`);
  }
});
