import { type Role, roles } from '#contract/base/enumerations.ts';
import type { Ability } from '#contract/staff/staff.ts';
import { words } from '../../words/words.ts';

/** Something that the same roles may do, in the words of the screen. */
interface Right {
  text: string;
  roles: readonly Role[];
}

/** A set of roles that occurs in the contract, by whom it adds. */
const audiences: Partial<Record<string, string>> = {
  'owner,manager,staff': 'everybody',
  'owner,manager': 'managers',
  owner: 'owners',
};

/**
 * The calls of an area as rights, what everybody may first. The calls' own summaries are for developers: they are shown
 * only where a server newer than this page has an area or a set of roles without words here.
 */
export function rightsOf(area: string, abilities: readonly Ability[]): Right[] {
  const areaRights: Partial<Record<string, Partial<Record<string, string>>>> = words.staff.people.rights;
  const byRoles = new Map<string, Ability[]>();
  for (const ability of abilities) {
    const key = roles.filter((role) => ability.roles.includes(role)).join();
    byRoles.set(key, [...(byRoles.get(key) ?? []), ability]);
  }
  return [...byRoles]
    .flatMap(([key, calls]) => {
      const text = areaRights[area]?.[audiences[key] ?? ''];
      return (text === undefined ? calls.map(({ summary }) => summary) : [text]).map((right) => ({
        text: right,
        roles: calls[0]!.roles,
      }));
    })
    .sort((one, other) => other.roles.length - one.roles.length);
}
