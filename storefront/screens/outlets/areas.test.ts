import { expect, test } from 'vitest';
import { testCatalogue } from '../../test/catalogue.ts';
import { rankAreas } from './areas.ts';

test.each([
  ['', ['Marina', 'Downtown'], true, true],
  ['marina walk 12', ['Marina', 'Downtown'], true, false],
  ['downtwon', ['Marina', 'Downtown'], false, false],
  ['DOWNTOWN', ['Downtown', 'Marina'], true, true],
  ['وسط', ['Downtown', 'Marina'], true, true],
  ['Sheikh Zayed Road', ['Marina', 'Downtown'], false, false],
])('every area stays to choose from, whatever street is typed: %s', (search, names, isKnown, isWhole) => {
  const [marina, downtown] = testCatalogue().deliveryAreas;
  const areas = [
    { ...marina!, areaName: 'Marina' },
    { ...downtown!, areaName: 'Downtown', areaNameTranslations: { ar: 'وسط المدينة' } },
  ];
  const ranked = rankAreas(areas, search);
  expect(ranked.areas.map(({ areaName }) => areaName)).toEqual(names);
  expect([ranked.isKnown, ranked.isWhole]).toEqual([isKnown, isWhole]);
});
