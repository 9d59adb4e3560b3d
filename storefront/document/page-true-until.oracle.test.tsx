/** Renders pages minute by minute, and compares when they change with until when they were said to be true. */
import * as fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Catalogue, CatalogueMode, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { modes } from '#contract/base/enumerations.ts';
import type { MenuId, OutletId } from '#contract/base/ids.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import { everyDay } from '#contract/outlets/test/hours-of.ts';
import { changes, schedule, specialDaysAround } from '#contract/outlets/test/hours-oracle.ts';
import { emptyBasket } from '../basket/stored-basket.ts';
import { moneySample } from '../language/language.ts';
import { readMenu } from '../state/menu.ts';
import { showSales } from '../state/sales.ts';
import type { SiteData } from '../site.tsx';
import { SiteApp } from '../site-app.tsx';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { ItemPanel } from '../screens/menu/item/item-panel.tsx';
import { wordsOf } from '../words/all-words.ts';
import { pageFacts } from './page-facts.ts';
import { pageTrueUntil } from './page-true-until.ts';
import { withoutScript } from './without-script.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RUNS = 50;
const base = '/al-noor';
const origin = 'https://order.example.com';
type Language = 'en' | 'ar';

/** Hours that are a catalogue's own, which may be changed. */
const ownHours = (hours: OpeningHours) => hours.map((day) => ({ ...day, periods: [...day.periods] }));

function asked(below: string, at: number) {
  return { path: below, basket: emptyBasket(), now: new Date(at) };
}

/** All that a page says: as `entry-server.tsx` puts it together, without the moment of the rendering. */
function pageAt(catalogue: Catalogue, below: string, at: number, language: Language = 'en'): string {
  const now = new Date(at);
  const words = wordsOf[language];
  const shown = showSales(catalogue, { words, language }, asked(below, at));
  const data: SiteData = {
    catalogue: shown,
    base,
    renderedAt: now.toISOString(),
    language,
    moneySample: moneySample('AED', language),
  };
  const path = `${base}${below}`;
  const body = renderToString(
    <SiteApp data={data} words={words} request={{ path, search: '', ItemPanel }} notes={{}} />,
  );
  const subject = { menu: readMenu(catalogue), language, origin, base, now };
  const { categories, popular, unsold, over } = shown;
  const facts = pageFacts(subject, path, new URLSearchParams());
  return [
    body,
    withoutScript(catalogue, language, now),
    JSON.stringify(facts),
    JSON.stringify([categories, popular, unsold, over]),
  ].join('\n');
}

const untilAt = (catalogue: Catalogue, below: string, at: number) => pageTrueUntil(catalogue, asked(below, at));

/** Zones and instants near the changes of their clocks, where two outlets may be in different ones. */
const place = fc.tuple(
  fc.constantFrom(...changes),
  fc.constantFrom(...changes),
  fc.integer({ min: -3 * DAY, max: DAY }),
);

function modeAround(instant: number): fc.Arbitrary<CatalogueMode> {
  const near = (days: number) =>
    fc.integer({ min: -MINUTE, max: days * DAY }).map((off) => new Date(instant + off).toISOString());
  return fc.record({
    acceptsOrders: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    pausedUntil: fc.option(fc.oneof(near(1), near(8)), { nil: null, freq: 2 }),
    preparationTime: fc.integer({ min: 5, max: 50 }),
    deliveryTime: fc.integer({ min: 20, max: 90 }),
    busy: fc.option(fc.record({ minutes: fc.constantFrom(10, 25), until: near(1) }), { nil: null, freq: 2 }),
    takesCash: fc.constant(true),
    takesCard: fc.constant(true),
    takesOnline: fc.constant(false),
    openingHours: schedule.map(ownHours),
  });
}

function outletAround(outlet: CatalogueOutlet, timeZone: string, instant: number): fc.Arbitrary<CatalogueOutlet> {
  const mode = modeAround(instant);
  return fc
    .record({
      modes: fc.record({ delivery: mode, pickup: mode, 'dine-in': mode }),
      specialDays: specialDaysAround(instant).map((days) =>
        days.map((day, n) => ({
          ...day,
          periods: [...day.periods],
          mode: n % 2 === 0 ? null : ('pickup' as const),
          reason: `Feast ${n}`,
          reasonTranslations: {},
        })),
      ),
      orderingSchedule: fc.record({ sameDate: fc.boolean(), nextDate: fc.boolean() }),
    })
    .map((parts) => ({ ...outlet, ...parts, timeZone }));
}

const sale = fc.record({
  hours: schedule.map(ownHours),
  modes: fc.option(fc.subarray([...modes], { minLength: 1 }), { nil: undefined }),
  outletIds: fc.option(fc.subarray<OutletId>([ids.marina, ids.downtown], { minLength: 1 }), { nil: undefined }),
});

const site = place.chain(([one, other, off]) => {
  const instant = one.change.epochMilliseconds + off;
  const catalogue = testCatalogue();
  const [marina, downtown] = catalogue.outlets;
  return fc
    .record({
      marina: outletAround(marina!, one.zone, instant),
      downtown: outletAround(downtown!, other.zone, instant),
      count: fc.constantFrom(1, 2),
      sale: fc.option(sale, { nil: null }),
    })
    .map((made) => ({
      instant,
      catalogue: {
        ...catalogue,
        outlets: [made.marina, made.downtown].slice(0, made.count),
        ...(made.sale && {
          menus: [{ _id: 'soup menu' as MenuId, name: 'Soups', nameTranslations: {}, sale: made.sale }],
          categories: catalogue.categories.map((category) =>
            category._id === ids.soups ? { ...category, menuId: 'soup menu' as MenuId } : category,
          ),
        }),
      },
    }));
});
const below = fc.constantFrom('/menu', '', '/pickup/Marina', '/delivery/Marina', '/dine-in/Marina', '/pickup/Downtown');

test('a page says the same at every minute that is looked at until then', () => {
  const found = { pages: 0, minutes: 0, ended: 0 };
  fc.assert(
    fc.property(site, below, fc.constantFrom<Language>('en', 'ar'), ({ instant, catalogue }, path, language) => {
      const until = untilAt(catalogue, path, instant);
      expect(until).toBeGreaterThan(instant);
      const first = pageAt(catalogue, path, instant, language);
      // The last instant of the time, each minute of its first 20, and a sample of the others up to two days ahead.
      const last = Math.min(until - 1, instant + 2 * DAY);
      const step = Math.max(MINUTE, Math.floor((last - instant) / 40 / MINUTE) * MINUTE);
      const looked = [last, until - 1];
      for (let at = instant; at < last; at += at < instant + 20 * MINUTE ? MINUTE : step) looked.push(at);
      for (const at of looked) expect(pageAt(catalogue, path, at, language)).toBe(first);
      found.pages++;
      found.minutes += looked.length;
      if (pageAt(catalogue, path, until, language) !== first) found.ended++;
    }),
    { numRuns: RUNS },
  );
  expect(found.ended).toBeGreaterThan(0);
  expect(found.minutes / found.pages).toBeGreaterThan(10);
}, 600_000);

describe('a restaurant that is open from 10:00 to 23:00 in Dubai', () => {
  const at = (time: string, day = 27) => Date.parse(`2026-11-${day}T${time}+04:00`);
  const changed = (change: (outlet: CatalogueOutlet) => void): Catalogue => {
    const catalogue = testCatalogue();
    for (const outlet of catalogue.outlets) change(outlet);
    return catalogue;
  };

  test('has three pages a day, which are all that it says', () => {
    const ends = new Set<number>();
    const said = new Set<string>();
    for (let now = at('00:00'); now < at('00:00', 28); now += MINUTE) {
      ends.add(untilAt(testCatalogue(), '/menu', now));
      said.add(pageAt(testCatalogue(), '/menu', now));
    }
    expect([...ends]).toEqual([at('10:00'), at('23:00'), at('00:00', 28)]);
    // Closed today, open, closed until tomorrow.
    expect(said.size).toBe(3);
  });

  test('has another one at the end of a pause and of a busy kitchen, to the millisecond', () => {
    const until = '2026-11-27T14:03:21.007+04:00';
    const paused = changed(({ modes: { pickup } }) => (pickup.pausedUntil = until));
    const busy = changed(({ modes: { delivery } }) => (delivery.busy = { minutes: 20, until }));
    for (const catalogue of [paused, busy]) {
      expect(untilAt(catalogue, '/menu', at('12:00'))).toBe(Date.parse(until));
      expect(untilAt(catalogue, '/menu', Date.parse(until))).toBe(at('23:00'));
    }
  });

  test('names a day by its weekday from six days before it opens again', () => {
    const closed = changed(({ modes: { delivery, pickup } }) => {
      for (const mode of [delivery, pickup]) mode.openingHours = everyDay('-').map((day) => ({ ...day, periods: [] }));
      // Friday 4 December.
      for (const mode of [delivery, pickup])
        mode.openingHours = mode.openingHours.map((day) =>
          day.day === 'Friday' ? { ...day, open: true, periods: [{ start: '10:30', end: '12:00' }] } : day,
        );
    });
    expect(pageAt(closed, '/pickup/Marina', at('10:29', 28))).toContain('Friday 4 December');
    expect(untilAt(closed, '/pickup/Marina', at('10:29', 28))).toBe(at('10:30', 28));
    expect(pageAt(closed, '/pickup/Marina', at('10:30', 28))).not.toContain('4 December');
  });

  test('says when it opens from two weeks before, and when it closes from fifteen days before', () => {
    const onDays = (startsOn: string, endsOn: string, ...hours: string[]) => {
      const periods = hours.map((end) => ({ start: '00:00', end }));
      return { mode: null, startsOn, endsOn, open: hours.length > 0, periods, reason: 'Feast', reasonTranslations: {} };
    };
    const opensLate = changed((outlet) => (outlet.specialDays = [onDays('2026-11-01', '2026-12-11')]));
    expect(pageAt(opensLate, '/pickup/Marina', at('09:59', 28))).not.toContain('at 10:00');
    expect(untilAt(opensLate, '/pickup/Marina', at('09:59', 28))).toBe(at('10:00', 28));
    expect(pageAt(opensLate, '/pickup/Marina', at('10:00', 28))).toContain('Saturday 12 December at 10:00');
    const closesLate = changed((outlet) => {
      outlet.specialDays = [onDays('2026-11-01', '2026-12-11', '00:00'), onDays('2026-12-12', '2026-12-12', '18:30')];
    });
    expect(pageAt(closesLate, '/pickup/Marina', at('18:29'))).not.toContain('Open until');
    expect(untilAt(closesLate, '/pickup/Marina', at('18:29'))).toBe(at('18:30'));
    expect(pageAt(closesLate, '/pickup/Marina', at('18:30'))).toContain('Open until Saturday 12 December at 18:30');
  });

  test('points to a time for a menu that is over until the last such time has gone', () => {
    const daily = (start: string, end: string) => ownHours(everyDay(`${start}-${end}`));
    const catalogue: Catalogue = {
      ...testCatalogue(),
      menus: [
        { _id: 'soup menu' as MenuId, name: 'Soups', nameTranslations: {}, sale: { hours: daily('20:00', '21:00') } },
      ],
    };
    const path = '/pickup/Marina';
    expect(untilAt(catalogue, path, at('12:00'))).toBe(at('20:00'));
    const early = {
      ...catalogue,
      menus: catalogue.menus!.map((menu) => ({ ...menu, sale: { hours: daily('10:00', '10:30') } })),
    };
    // A quarter past ten, 15 minutes before for the kitchen, and 2 for the guest.
    expect(untilAt(early, path, at('09:00'))).toBe(at('09:58') + 1);
  });

  test('says which dishes can still be sent until ten minutes after the end of their menu', () => {
    const soups = { _id: 'soup menu' as MenuId, name: 'Soups', nameTranslations: {} };
    const catalogue = changed(() => undefined);
    catalogue.menus = [{ ...soups, sale: { hours: ownHours(everyDay('20:00-21:00')) } }];
    catalogue.categories = catalogue.categories.map((category) =>
      category._id === ids.soups ? { ...category, menuId: soups._id } : category,
    );
    expect(untilAt(catalogue, '/pickup/Marina', at('21:06'))).toBe(at('21:10'));
    expect(pageAt(catalogue, '/pickup/Marina', at('21:10'))).not.toBe(
      pageAt(catalogue, '/pickup/Marina', at('21:10') - 1),
    );
  });

  test('names the day after a pause by its weekday from six days before', () => {
    const paused = changed(({ modes: { pickup } }) => (pickup.pausedUntil = '2026-12-04T14:07:00+04:00'));
    expect(pageAt(paused, '/pickup/Marina', at('14:06', 28))).toContain('Friday 4 December at 14:07');
    expect(untilAt(paused, '/pickup/Marina', at('14:06', 28))).toBe(at('14:07', 28));
    expect(pageAt(paused, '/pickup/Marina', at('14:07', 28))).toContain('Friday at 14:07');
  });

  test('finds the day after by its date, also where a day has 25 hours', () => {
    const inBerlin = changed((outlet) => {
      outlet.timeZone = 'Europe/Berlin';
      for (const mode of [outlet.modes.delivery, outlet.modes.pickup])
        mode.openingHours = mode.openingHours.map((day) => (day.day === 'Sunday' ? { ...day, open: false } : day));
    });
    const before = Date.parse('2026-10-24T23:59:00+02:00');
    expect(pageAt(inBerlin, '/pickup/Marina', before)).toContain('Monday at 10:00');
    expect(untilAt(inBerlin, '/pickup/Marina', before)).toBe(before + MINUTE);
    expect(pageAt(inBerlin, '/pickup/Marina', before + MINUTE)).toContain('tomorrow at 10:00');
  });

  test('without an outlet it never says anything else', () => {
    expect(untilAt({ ...testCatalogue(), outlets: [] }, '/menu', at('12:00'))).toBe(Infinity);
  });
});
