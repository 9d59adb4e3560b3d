import { describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { ticketWidths, type TicketWidth } from '#contract/base/enumerations.ts';
import { anOrder, aPen, line, option } from '#server/test/data/printed-orders.ts';
import { type OnPaper, printOut, textOf } from '#server/test/data/printer-paper.ts';
import { openPen, type Pen } from './draw-text.ts';
import { encodePieces } from './encode-ticket.ts';
import { ticketPieces, type TicketOccasion } from './ticket.ts';
import { wordsIn } from './words.ts';

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

test('a ticket says what a dish contains with its options, and one of a cancelled order does not', () => {
  const cart = [line('Burger', { allergens: ['milk', 'gluten'], options: [{ ...option('Egg'), allergens: ['egg'] }] })];
  const said = (language: 'en' | 'ar', kind: TicketOccasion['kind'] = 'ticket') =>
    ticketPieces(anOrder({ cart }), { ...first, kind }, wordsIn[language]).flatMap((piece) =>
      piece.kind === 'text' && /Contains|يحتوي/.test(piece.text) ? [[piece.text, piece.others]] : [],
    );
  expect(said('en')).toEqual([['Contains: gluten, egg, milk', []]]);
  expect(said('ar')).toEqual([['يحتوي على: الغلوتين، البيض، الحليب', ['Contains: gluten, egg, milk']]]);
  expect(said('en', 'cancelled')).toEqual([]);
});

test('a ticket of a part says how many lines it has of how many, in the same words for two and for twelve', () => {
  const partOf = (own: number, all: number) => {
    const cart = Array.from({ length: all }, (_, n) => ({ ...line(`Dish ${n}`), itemId: `dish ${n}` as ItemId }));
    const elsewhere = new Set(cart.slice(own).map(({ itemId }) => itemId));
    const pieces = ticketPieces(anOrder({ cart }), { ...first, elsewhere }, wordsIn.ar);
    return pieces.flatMap((piece) => (piece.kind === 'text' && piece.text.includes('مكان آخر') ? [piece.text] : []));
  };
  expect(partOf(1, 2)).toEqual(['الأصناف: 1 من 2؛ الباقي يُحضَّر في مكان آخر']);
  expect(partOf(2, 12)).toEqual(['الأصناف: 2 من 12؛ الباقي يُحضَّر في مكان آخر']);
});

describe('a ticket in Arabic', () => {
  const order = anOrder({
    cart: [
      line('Shawarma', {
        nameTranslations: { ar: 'شاورما دجاج' },
        quantity: 2,
        totalPrice: 50,
        options: [option('No onion')],
      }),
      line('Still water', { totalPrice: 5.5 }),
    ],
  });
  const inArabic = async (pen: Pen, width: TicketWidth = 42) =>
    printOut(
      await encodePieces(
        ticketPieces(order, first, wordsIn.ar),
        { width, language: 'esc-pos', isRightToLeft: true },
        pen,
      ),
      'esc-pos',
    );

  test('has its sentences drawn, and its Latin lines against the right edge with amounts on the left', async () => {
    const pen = aPen(`${everyArabicLetter}0123456789.:%x* AED`);
    const paper = await inArabic(pen);
    expect(pen.drawn).toEqual(
      expect.arrayContaining([
        'توصيل',
        'جاهز 19:55',
        'شاورما دجاج',
        '2 x',
        '50.00',
        'ملاحظة:',
        'المجموع',
        'AED 1307.00',
      ]),
    );
    expect(pen.drawn.join(' ')).not.toMatch(/Ready|TOTAL|Note|DELIVERY/);
    const written = textOf(paper);
    expect(written).toContain('5.50                       Still water x 1');
    expect(written).toContain(`${'No onion'.padStart(38)} +  `);
    expect(written).toContain('Sara Khan'.padStart(42));
    expect(written).toContain('+971501234567'.padStart(42));
  });

  test.each(ticketWidths)(
    'keeps %i columns: the quantity is on the right, the amount on the left, nothing overlaps',
    async (width) => {
      const paper = await inArabic(openPen(), width);
      const pictures = paper.filter((one) => one.kind === 'picture');
      expect(pictures.length).toBeGreaterThan(8);
      for (const { width: dots } of pictures) expect(dots).toBeLessThanOrEqual(width * 12);
      // The dish: its amount in the first seven columns, nothing in the next, its quantity at the right edge.
      const isDish = (one: (typeof pictures)[number]) =>
        inkIn(one, 0, 80) > 0 && inkIn(one, width * 12 - 20, width * 12) > 0;
      expect(pictures.filter(isDish).map((one) => inkIn(one, 100, 130))).toContain(0);
    },
  );
});

const everyArabicLetter = Array.from({ length: 0x60 }, (_, index) => String.fromCodePoint(0x600 + index)).join('');

/** The dots between two columns of a picture. */
function inkIn({ width, dots }: Extract<OnPaper, { kind: 'picture' }>, from: number, to: number): number {
  return dots.filter((dot, index) => dot === 1 && index % width >= from && index % width < to).length;
}
