import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { soldOutText } from './sold-out-text.ts';

const now = new Date('2026-11-20T10:00:00Z');
const outlet = (name: string) => ({ _id: name as OutletId, name, timeZone: 'UTC' }) as Outlet;
const outlets = [outlet('Marina'), outlet('Downtown'), outlet('Airport')];
const at = (name: string, until: string | null) => ({ outletId: name as OutletId, until });
const noon = '2026-11-20T12:00:00Z';
const later = '2026-11-20T18:00:00Z';

test.each([
  { soldOut: true, soldOutAt: [], said: /^Sold out$/ },
  { soldOut: false, soldOutAt: [], said: null },
  { soldOut: false, soldOutAt: [at('Marina', '2026-11-20T10:00:00Z')], said: null },
  { soldOut: false, soldOutAt: [at('Gone', noon)], said: null },
  { soldOut: false, soldOutAt: [at('Marina', noon)], said: /^Sold out at Marina until 12:00/ },
  { soldOut: false, soldOutAt: [at('Marina', null)], said: /^Sold out at Marina$/ },
  { soldOut: false, soldOutAt: [at('Marina', later), at('Airport', noon)], said: /^Sold out at 2 outlets until 12:00/ },
  {
    soldOut: false,
    soldOutAt: [at('Marina', later), at('Airport', noon), at('Downtown', null)],
    said: /^Sold out until 12:00/,
  },
])('$soldOutAt, none left: $soldOut, is $said', ({ soldOut, soldOutAt, said }) => {
  const text = soldOutText({ soldOut, soldOutAt } as unknown as Item, outlets, now);
  if (said === null) expect(text).toBeNull();
  else expect(text).toMatch(said);
});
