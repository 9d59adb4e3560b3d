import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import { type ErrorCode, errorMessage } from '#contract/base/errors.ts';
import { QuoteProblem } from '#contract/ordering/orders.ts';
import { wordsOf } from './all-words.ts';
import { arDriver } from './ar-driver.ts';
import { pluralIn } from './plural-forms.ts';
import { en } from './en.ts';

describe('English words', () => {
  const words = wordsOf.en;

  test('sentences that the server has as well use the same words', () => {
    const [mode, otherMode] = ['pickup', 'delivery'] as const;
    expect(words.modeNotAvailable(mode, otherMode)).toBe(errorMessage('order.mode_not_available', { mode, otherMode }));
    expect(words.addressRequired).toBe(errorMessage('order.address_required'));
    expect(words.phoneInvalid).toBe(errorMessage('auth.invalid_phone'));
  });

  test('the sentences of the document are verbatim', () => {
    expect(words.modeNotAvailable('delivery', 'pickup')).toBe(
      'We are sorry delivery is not available at this outlet please change mode to pickup',
    );
    expect(`${words.thanks} ${words.orderSent}`).toBe('Thanks Your order has been sent');
    expect(words.addToBasket(2)).toBe('Add 2 to basket');
    expect(words.minutes(15, 25)).toBe('15 - 25 min');
    expect(words.selectAddress).toBe('Select Delivery Address');
    expect(words.selectOutlet).toBe('Select an outlet for pickup');
    expect(words.whereToDeliver).toBe('Where should we deliver the order?');
    expect(words.search).toBe('Search');
    expect(words.fullAddress).toBe('Full address');
    expect(words.instructions).toBe('Delivery instructions');
    expect(words.specialInstructionsHint).toBe('Add a note or any instructions.');
  });
});

describe('Arabic words', () => {
  const words = wordsOf.ar;

  test('numbers have their forms', () => {
    expect([0, 1, 2, 3, 11, 100].map((count) => words.itemCount(count))).toEqual([
      'لا أصناف',
      'صنف واحد',
      'صنفان',
      '3 أصناف',
      '11 صنفًا',
      '100 صنف',
    ]);
    expect(words.minutes(5, 10)).toBe('5 إلى 10 دقائق');
    expect(words.minutes(15, 25)).toBe('15 إلى 25 دقيقة');
    expect(words.arrivesIn(45)).toBe('يصلك خلال 45 إلى 55 دقيقة');
    expect(words.servedIn(0)).toBe('على طاولتك خلال 0 إلى 10 دقائق');
  });

  test('there is no word of English', () => {
    for (const [key, text] of everyText(wordsOf.ar)) expect(text, key).not.toMatch(/[a-z]/i);
  });

  test('a refusal is said by its code, with what it names', () => {
    const refused = (code: ErrorCode, details?: Record<string, unknown>) =>
      words.failure(
        new CallError(409, { name: '', msg: 'English', code, requestId: '', ...(details && { details }) }),
        'order',
      );
    expect(refused('order.sold_out', { item: 'Burger' })).toBe('نفدت كمية \u2068Burger\u2069.');
    expect(refused('order.sold_out')).toBe('نفدت كمية هذا الصنف.');
    expect(refused('code.too_soon', { seconds: 30 })).toBe('يمكنك طلب رمز جديد بعد 30 ثانية.');
    expect(refused('code.too_soon', { seconds: 8 })).toBe('يمكنك طلب رمز جديد بعد 8 ثوانٍ.');
    expect(refused('code.too_many', { seconds: 3460, minutes: 58 })).toBe(
      'طُلبت رموز كثيرة. حاول مرة أخرى بعد 58 دقيقة.',
    );
    expect(refused('menu.categories_changed')).toBe('حدث خطأ من جهتنا. لم يُحفظ شيء.');
    expect(words.failure(new CallError(0, null), 'order')).toBe('لا يوجد اتصال بالإنترنت. حاول مرة أخرى.');
  });

  test.each(QuoteProblem.shape.code.options)('%s is said without its details as well', (code) => {
    expect(words.refusal({ code, msg: 'English' })).not.toMatch(/undefined|English/);
  });

  test('no sentence ends with an amount, whose currency may end with a full stop', () => {
    const amount = '20.00 د.إ.';
    const sentences = [
      words.bill.begun(amount),
      words.bill.paid(amount),
      ...[arDriver.tooMuch(amount), arDriver.tooLittle(amount)].map((one) => arDriver.shiftEnded(amount, one)),
      ...Object.values(words.money).map((say) => (typeof say === 'string' ? say : say(amount))),
    ];
    expect(sentences).toHaveLength(12);
    for (const sentence of sentences) expect(sentence).not.toMatch(/\.[\u2066-\u2069]*\./);
  });

  test('dishes that are removed follow one another from the right', () => {
    const names = words.list(['كبة', 'Wrap']);
    expect(names).toBe('\u2068كبة\u2069، \u2068Wrap\u2069');
    expect(words.removeAndPlace(names)).toBe(`إزالة ${names} وتأكيد الطلب`);
    expect(words.removeAndPay(names)).toBe(`إزالة ${names} والدفع`);
  });

  test('names that others have written keep their direction to themselves', () => {
    expect(words.removed('Burger (large)')).toBe('تمت إزالة \u2068Burger (large)\u2069');
  });
});

test.each(['en', 'ar'] as const)('%s: every word says something, for every kind of number', (language) => {
  for (const [key, text] of everyText(wordsOf[language])) {
    expect(text.trim(), key).not.toBe('');
    expect(text, key).not.toMatch(/undefined|null|NaN|\[object|#(?!\d)/);
  }
});

test('a form that is not given is the other one', () => {
  expect(pluralIn('ar')(3, { other: '# س' })).toBe('3 س');
});

test('files that are loaded first use only words that are loaded first', () => {
  const late = [...firstFiles('storefront/entry-client.tsx')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bwords\s*\.(?!ts\b)(\w+)/g)]
      .filter(([, word = '']) => !Object.hasOwn(en, word))
      .map(([, word]) => `${file}: ${word}`),
  );
  expect(late).toEqual([]);
});

/** Every text there is, functions called with each kind of number; where they take a text, with digits for it. */
function everyText(words: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    if (typeof value === 'object' && value !== null) return everyText(value, `${key}.`);
    const say = value as (...parameters: unknown[]) => string;
    return [0, 1, 2, 3, 11, 100].map((count) => [`${key}(${count})`, say(...parametersOf(key, count))]);
  });
}

function parametersOf(key: string, count: number): unknown[] {
  return Object.hasOwn(special, key) ? special[key]! : [count, count, count].map(String);
}

const special: Record<string, unknown[]> = {
  modeNotAvailable: ['pickup', 'delivery'],
  list: [['1', '2']],
  place: [{ floor: '12', location: '3' }],
  failure: [new CallError(409, { name: '', msg: '1', code: 'order.sold_out', requestId: '' }), 'order'],
  refusal: [{ code: 'order.sold_out', msg: '1' }],
  fieldRefused: [{ code: 'too_long', details: { most: 1 } }],
};

/** The file and everything it imports at once; what it imports later is not part of the first load. */
function firstFiles(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.tsx?)'/gms);
  for (const [, path] of imports) firstFiles(join(dirname(file), path!), seen);
  return seen;
}

test('an address in Arabic runs from the right as a whole, in whatever letters its parts are', () => {
  const { place, deliveryTo } = wordsOf.ar;
  const parts = { floor: 'برج الميناء، شقة 1204', location: 'Jumeirah Beach Residence' };
  const whole = '\u2067\u2068برج الميناء، شقة 1204\u2069، \u2068Jumeirah Beach Residence\u2069\u2069';
  expect(place(parts)).toBe(whole);
  expect(deliveryTo(place(parts))).toBe(`التوصيل إلى \u2068${whole}\u2069`);
});

test('an address in English runs from the left as a whole, and the letters of one part do not reach into the other', () => {
  const parts = { floor: 'Flat 1204B الطابق 12', location: 'برج الخليج العربي, Bluewaters Island' };
  expect(wordsOf.en.place(parts)).toBe(
    '\u2066\u2068Flat 1204B الطابق 12\u2069, \u2068برج الخليج العربي, Bluewaters Island\u2069\u2069',
  );
});
