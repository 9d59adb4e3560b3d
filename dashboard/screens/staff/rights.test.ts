import { expect, test } from 'vitest';
import { api } from '#contract/base/api.ts';
import { type CallerKind, merchant } from '#contract/base/endpoint.ts';
import { rightsOf } from './rights.ts';

/** The calls of the contract that a role may make and a stranger may not, by their area. */
const areas = Map.groupBy(
  Object.entries(api).flatMap(([route, { summary, callers }]) => {
    const allowed: readonly CallerKind[] = callers;
    const roles = merchant.filter((role) => allowed.includes(role));
    return roles.length === 0 || allowed.includes('anonymous') ? [] : [{ area: route.split('/')[1]!, summary, roles }];
  }),
  ({ area }) => area,
);

test.each([...areas])('the rights of %s have words that are not those for developers', (area, abilities) => {
  const rights = rightsOf(area, abilities);
  expect(rights.length).toBeGreaterThan(0);
  for (const { text } of rights) expect(abilities.map(({ summary }) => summary)).not.toContain(text);
  // Every set of roles is there once.
  const sets = (list: readonly { roles: readonly string[] }[]) => [...new Set(list.map(({ roles }) => roles.join()))];
  expect(rights.map(({ roles }) => roles.join()).toSorted()).toEqual(sets(abilities).toSorted());
});

test('an area that this page does not know is shown in the words of the server, everybody first', () => {
  const later = { area: 'later', summary: 'Do it later.', roles: ['owner' as const] };
  const now = { area: 'later', summary: 'Do it now.', roles: ['owner' as const, 'manager' as const, 'staff' as const] };
  expect(rightsOf('later', [later, now]).map(({ text }) => text)).toEqual(['Do it now.', 'Do it later.']);
});
