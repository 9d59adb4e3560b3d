import { expect, test } from 'vitest';
import type { ItemId, MenuId, ModifierListId, OutletId, SpecialDayId } from '../../base/ids.ts';
import type { Item, Menu, ModifierList } from '../menus.ts';
import type { OrderingMode, Outlet } from '../../outlets/outlets.ts';
import { weekdays } from '../../base/time.ts';
import { checkMenu } from './check-menu.ts';
import type { CheckFacts } from './facts.ts';
import { type Finding, findingSeverities } from './finding.ts';
import { area, category, id, item, list, menu, mode, modifier, outlet, right } from '../test/restaurant-facts.ts';

const off = (...names: string[]) => ({ InActiveOutletIds: names.map((name) => ({ _id: id<OutletId>(name) })) });
const withOutlet = (changes: Partial<Outlet>): Partial<CheckFacts> => ({ outlets: [outlet('Marina', changes)] });
const withSale = (sale: NonNullable<Menu['sale']>): Partial<CheckFacts> => ({ menus: [{ ...menu('Main'), sale }] });
const withModes = (...modes: OrderingMode[]) => withOutlet({ modes });
const hours = (periodsOf: (day: string) => [string, string][], open = true) =>
  weekdays.map((day) => ({ day, open, periods: periodsOf(day).map(([start, end]) => ({ start, end })) }));
const withBurger = (changes: Partial<Item>, sizes: Partial<ModifierList> = {}): Partial<CheckFacts> => ({
  items: [item('Burger', { modifierList: [id<ModifierListId>('Size')], ...changes }), item('Water')],
  modifierLists: [list('Size', sizes)],
});

/** The burger's dips are asked with these of its sizes alone. */
const withNested = (openers: string[], dips: Partial<ModifierList> = {}): Partial<CheckFacts> => {
  const [size, dip] = [id<ModifierListId>('Size'), id<ModifierListId>('Dip')];
  const nestedLists = [{ modifierListId: dip, parentListId: size, modifierIds: openers.map((one) => id<ItemId>(one)) }];
  return {
    items: [item('Burger', { modifierList: [size, dip], nestedLists }), item('Water')],
    modifierLists: [list('Size', { modifierList: [modifier('Regular'), modifier('Large')] }), list('Dip', dips)],
  };
};

const fair = {
  _id: id<SpecialDayId>('fair'),
  outletId: id<OutletId>('Marina'),
  mode: 'pickup' as const,
  startsOn: '2026-03-20',
  endsOn: '2026-03-20',
  open: true,
  periods: [{ start: '09:00', end: '12:00' }],
  reason: 'Fair',
  reasonTranslations: {},
};
const onFair = withOutlet({
  delivery: false,
  modes: [mode('pickup', { openingHours: hours(() => [], false) })],
  specialDays: [fair],
});

/** A finding with its details: { 'outlet.no_area Marina': { mode: 'delivery' } }. */
type Short = Record<string, object>;
type Case = [what: string, changes: Partial<CheckFacts>, findings: (string | Short)[]];

/** A finding in short form: 'menu.none Al Noor'. */
function inShort(finding: Finding): string | Short {
  const { code, severity, subject, ...details } = finding;
  expect(severity).toBe(findingSeverities[code]);
  const short = `${code} ${subject.name}`;
  return Object.keys(details).length === 0 ? short : { [short]: details };
}

const cases: Case[] = [
  ['everything is right', {}, []],
  [
    'no owner has confirmed their email',
    { restaurant: { ...right.restaurant, isOwnerVerified: false } },
    ['restaurant.email_unverified Al Noor'],
  ],
  [
    'there is no menu',
    { menus: [], categories: [] },
    ['menu.none Al Noor', 'item.in_no_category Burger', 'item.in_no_category Water'],
  ],
  ['the only menu is a draft', { menus: [menu('Main', 'false')] }, ['menu.none_live Main']],
  ['another one is Live after it', { menus: [menu('Main'), menu('Summer')] }, ['menu.not_shown Summer']],
  [
    'the first one that is Live has nothing in it',
    { menus: [menu('Spring', 'false'), menu('Summer'), menu('Main')] },
    ['menu.empty Summer', 'menu.not_shown Main'],
  ],
  ['there is a draft beside it', { menus: [menu('Summer', 'false'), menu('Main')] }, []],
  [
    'the menu has no category',
    { categories: [] },
    ['menu.empty Main', 'item.in_no_category Burger', 'item.in_no_category Water'],
  ],
  [
    'all categories are empty',
    { categories: [category('Plates', []), category('Drinks', [])] },
    ['menu.empty Main', 'item.in_no_category Burger', 'item.in_no_category Water'],
  ],
  ['one category is empty', { categories: [...right.categories, category('Drinks', [])] }, ['category.empty Drinks']],
  [
    'a category of a draft is empty',
    {
      menus: [menu('Main'), menu('Summer', 'false')],
      categories: [...right.categories, category('Ices', [], { menuId: id<MenuId>('Summer') })],
    },
    [],
  ],
  ['an item is in no category', { categories: [category('Plates', ['Burger'])] }, ['item.in_no_category Water']],
  [
    'an item is in a category of a draft alone',
    {
      menus: [menu('Main'), menu('Summer', 'false')],
      categories: [category('Plates', ['Burger']), category('Ices', ['Water'], { menuId: id<MenuId>('Summer') })],
    },
    [],
  ],
  ['an item has no image', withBurger({ imageUrl: null }), ['item.no_image Burger']],
  [
    'a modifier has no image',
    { items: [...right.items.slice(0, 2), item('Regular', { type: 'modifier', imageUrl: null })] },
    [],
  ],
  ['an item costs nothing', { items: [right.items[0]!, item('Water', { price: 0 })] }, ['item.free Water']],
  ['an item costs what its options cost', withBurger({ price: 0 }), []],
  [
    'an item costs nothing, nor do its options',
    withBurger({ price: 0 }, { modifierList: [modifier('Regular', { price: 0 })] }),
    ['item.free Burger'],
  ],
  [
    'a modifier costs nothing',
    { items: [...right.items.slice(0, 2), item('Regular', { type: 'modifier', price: 0 })] },
    [],
  ],

  [
    'an item goes well with one that is on no menu',
    {
      categories: [category('Plates', ['Burger'])],
      items: [item('Burger', { goesWith: [id<ItemId>('Water')] }), item('Water')],
      modifierLists: [],
    },
    ['item.in_no_category Water', { 'item.never_sold_with Burger': { dishes: ['Water'] } }],
  ],
  [
    'an item of fish is vegetarian',
    withBurger({ diets: ['vegetarian'], allergens: ['fish'] }),
    [{ 'item.diet_doubtful Burger': { diets: ['vegetarian'] } }],
  ],
  [
    'each size of a vegan item has milk',
    withBurger({ diets: ['vegan'] }, { modifierList: [modifier('Regular', { allergens: ['milk'] })] }),
    [{ 'item.diet_doubtful Burger': { diets: ['vegan'] } }],
  ],
  [
    'one size of a vegan item has milk',
    withBurger(
      { diets: ['vegan'] },
      { modifierList: [modifier('Regular', { allergens: ['milk'] }), modifier('Large')] },
    ),
    [],
  ],

  [
    'a required list is empty',
    withBurger({}, { modifierList: [] }),
    [{ 'list.too_few_options Size': { needed: 1, available: 0 } }],
  ],
  ['a list that is not required is empty', withBurger({}, { modifierList: [], optional: true, minModifier: 0 }), []],
  [
    'a required list that no item has is empty',
    { modifierLists: [list('Size'), list('Spare', { modifierList: [] })] },
    [],
  ],
  [
    'too few options are left for the minimum',
    withBurger(
      {},
      {
        allowMultipleSelection: true,
        minModifier: 2,
        maxModifier: 0,
        modifierList: [modifier('Regular', { soldOut: true }), modifier('Large')],
      },
    ),
    [{ 'list.too_few_options Size': { needed: 2, available: 1 } }],
  ],
  [
    'just enough are left',
    withBurger({}, { modifierList: [modifier('Regular', { soldOut: true }), modifier('Large')] }),
    [],
  ],
  [
    'an old list without bounds, of which one must be chosen, is empty',
    withBurger({}, { minModifier: 0, maxModifier: 0, modifierList: [] }),
    [{ 'list.too_few_options Size': { needed: 1, available: 0 } }],
  ],
  [
    'the options are off at one of two outlets',
    {
      ...withBurger(
        {},
        { modifierList: [modifier('Regular', off('Marina')), modifier('Large', off('Marina', 'Gone'))] },
      ),
      outlets: [outlet('Marina'), outlet('Creek')],
      deliveryAreas: [area('Marina'), area('Creek')],
    },
    [{ 'list.too_few_options Size': { needed: 1, available: 0, outlet: { _id: 'Marina', name: 'Marina' } } }],
  ],

  ['an option opens a list', withNested(['Large']), []],
  [
    'an option opens a required list that is empty',
    withNested(['Large'], { modifierList: [] }),
    [{ 'item.option_dead_end Burger': { option: 'Large', list: 'Dip' } }],
  ],
  ['it is not required', withNested(['Large'], { modifierList: [], optional: true, minModifier: 0 }), []],
  [
    'every option does',
    withNested(['Regular', 'Large'], { modifierList: [] }),
    [
      'item.dead_end Burger',
      { 'item.option_dead_end Burger': { option: 'Regular', list: 'Dip' } },
      { 'item.option_dead_end Burger': { option: 'Large', list: 'Dip' } },
    ],
  ],
  [
    'one does at one of two outlets',
    {
      ...withNested(['Large'], { modifierList: [modifier('Mild', off('Marina'))] }),
      outlets: [outlet('Marina'), outlet('Creek')],
      deliveryAreas: [area('Marina'), area('Creek')],
    },
    [
      {
        'item.option_dead_end Burger': {
          option: 'Large',
          list: 'Dip',
          outlet: { _id: 'Marina', name: 'Marina' },
        },
      },
    ],
  ],
  ['nothing opens a list', withNested(['Gone']), [{ 'item.list_never_asked Burger': { list: 'Dip' } }]],

  ['there is no outlet', { outlets: [], deliveryAreas: [] }, ['outlet.none Al Noor']],
  ['no outlet is active', withOutlet({ status: false }), ['outlet.none_active Marina']],
  ['one of two is active', { outlets: [outlet('Creek', { status: false, address: null }), outlet('Marina')] }, []],
  ['both modes are off', withOutlet({ delivery: false, pickup: false }), ['outlet.no_mode Marina']],
  ['tables alone are served', withOutlet({ delivery: false, pickup: false, modes: [mode('dine-in')] }), []],
  ['one mode is off, and not set up', withOutlet({ delivery: false, modes: [mode('pickup')] }), []],
  ['the outlet has no address', withOutlet({ address: null }), ['outlet.no_address Marina']],
  ['delivery has no area', { deliveryAreas: [area('Creek')] }, [{ 'outlet.no_area Marina': { mode: 'delivery' } }]],
  ['delivery is off and has no area', { ...withOutlet({ delivery: false }), deliveryAreas: [] }, []],
  ...(['delivery', 'pickup'] as const).flatMap((one): Case[] => {
    const other = mode(one === 'delivery' ? 'pickup' : 'delivery');
    const of = (changes: Partial<OrderingMode>) => withModes(mode(one, changes), other);
    const says = (code: string, details = {}) => [{ [`${code} Marina`]: { mode: one, ...details } }];
    return [
      [
        `${one} has no payment`,
        of({ paymentMethod: { cashOnDelivery: false, cardOnDelivery: false } }),
        says('outlet.no_payment'),
      ],
      [`${one} takes cards alone`, of({ paymentMethod: { cashOnDelivery: false, cardOnDelivery: true } }), []],
      [`${one} has empty hours`, of({ openingHours: hours(() => [['', '']]) }), says('outlet.hours_not_set')],
      [`${one} has no hours`, of({ openingHours: [] }), says('outlet.hours_not_set')],
      [`${one} is closed every day`, of({ openingHours: hours(() => [], false) }), says('outlet.always_closed')],
      [
        `${one} has a day without hours`,
        of({ openingHours: hours((day) => (day === 'Monday' ? [['', '']] : [['09:00', '12:00']])) }),
        says('outlet.days_not_set', { days: ['Monday'] }),
      ],
    ];
  }),
  ['the outlet opens on a special day alone', onFair, []],
  [
    'that special day is over',
    { ...onFair, today: '2026-03-21' },
    [{ 'outlet.always_closed Marina': { mode: 'pickup' } }],
  ],
  [
    'everything is off at the outlet',
    { categories: [category('Plates', ['Burger', 'Water'], off('Marina'))] },
    ['outlet.nothing_to_order Marina'],
  ],
  ['a menu that is sold for breakfast is sold', withSale({ hours: hours(() => [['07:00', '11:00']]) }), []],
  ['a menu ends as the outlet opens', withSale({ hours: hours(() => [['05:00', '09:00']]) }), ['menu.never_sold Main']],
  ['a menu of the night reaches into the opening', withSale({ hours: hours(() => [['21:55', '03:00']]) }), []],
  ['a menu is for tables, which the outlet has none of', withSale({ modes: ['dine-in'] }), ['menu.never_sold Main']],
  [
    'a menu is of another outlet',
    withSale({ outletIds: [id('Creek')] }),
    ['outlet.nothing_to_order Marina', 'menu.never_sold Main'],
  ],
  [
    'an item is off with its category, and on with another',
    { categories: [category('Plates', ['Burger', 'Water'], off('Marina')), category('Drinks', ['Water'])] },
    [],
  ],
  [
    'what is not off is sold out',
    { items: [item('Burger', off('Marina')), item('Water', { soldOut: true })], modifierLists: [] },
    ['outlet.nothing_to_order Marina'],
  ],
];

test.each(cases)('%s', (_, changes, findings) => {
  expect(checkMenu({ ...right, ...changes }).map(inShort)).toEqual(findings);
});

test('lists the blocking findings first, and marks no others as blocking', () => {
  const findings = checkMenu({ ...right, ...withBurger({ imageUrl: null }), outlets: [] });
  expect(findings).toEqual([
    { code: 'outlet.none', severity: 'blocks', subject: { kind: 'restaurant', id: 'Al Noor', name: 'Al Noor' } },
    { code: 'item.no_image', severity: 'warns', subject: { kind: 'item', id: 'Burger', name: 'Burger' } },
  ]);
  const tested = new Set(cases.flatMap(([, changes]) => checkMenu({ ...right, ...changes }).map(({ code }) => code)));
  expect(new Set([...tested, 'translation.missing'])).toEqual(new Set(Object.keys(findingSeverities)));
});
