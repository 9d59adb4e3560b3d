/** The nested lists of a dish after an import. Pure. */
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { nestingProblem } from '#contract/menu/nesting-problem.ts';
import type { CurrentMenu, ItemState, Link, ListState } from './current-menu.ts';
import type { DecidedRow, LinkChange } from './decide-import.ts';
import type { PlannedNesting } from './named-options.ts';
import type { ImportPlan } from './plan.ts';

type LinkOpener = NonNullable<Link['opener']>;
type ListLinks = LinkChange<ItemId, ModifierListId>;

/** The openers that a file gives, by list. */
export function openersOf(
  nested: readonly PlannedNesting[],
  plan: ImportPlan,
  decided: {
    lists: ReadonlyMap<string, DecidedRow<ListState>>;
    modifiers: ReadonlyMap<string, DecidedRow<ItemState>>;
  },
): ReadonlyMap<ModifierListId, LinkOpener> {
  const idOf = (key: string) => decided.lists.get(key)!.after.id;
  return new Map(
    nested.map(({ key, parentKey, places }) => {
      const { modifierKeys } = plan.lists.find((list) => list.key === parentKey)!;
      const modifierIds = places.map((place) => decided.modifiers.get(modifierKeys[place]!)!.after.id);
      return [idOf(key), { listId: idOf(parentKey), modifierIds: [...new Set(modifierIds)] }];
    }),
  );
}

/**
 * The links with their openers: those of the file for its lists, and those of before for others, or for all where the file says nothing.
 * One that no longer fits, because its list has left the dish or the file nests otherwise, is dropped, also that of a deleted list.
 */
export function withOpeners(
  change: ListLinks,
  named: readonly ModifierListId[],
  given: ReadonlyMap<ModifierListId, LinkOpener> | undefined,
  listItems: CurrentMenu['listItems'],
): ListLinks {
  const former = new Map(change.before.map(({ to, opener }) => [to, opener ?? null]));
  const isLinked = new Set<string>(change.after.map(({ to }) => to));
  const opened = (keepsFormer: boolean) =>
    change.after.map((link) => {
      const isGiven = given !== undefined && named.includes(link.to);
      const kept = keepsFormer ? (former.get(link.to) ?? null) : null;
      const opener = isGiven ? withDeleted(given.get(link.to) ?? null, former.get(link.to) ?? null, listItems) : kept;
      return { ...link, opener: opener !== null && isLinked.has(opener.listId) ? opener : null };
    });
  const after = opened(true);
  const isFit =
    nestingProblem(
      after.map(({ to, opener }) => ({ listId: to, openedBy: opener })),
      () => true,
    ) === null;
  return { ...change, after: isFit ? after : opened(false) };
}

/** The opener with those options of the former one that no file can name: they were deleted or taken off the opening list. */
function withDeleted(
  opener: LinkOpener | null,
  former: LinkOpener | null,
  listItems: CurrentMenu['listItems'],
): LinkOpener | null {
  if (opener === null || former?.listId !== opener.listId) return opener;
  const links = listItems.get(opener.listId) ?? [];
  const inList = new Set(links.flatMap(({ to, isGone }) => (isGone ? [] : to)));
  const deleted = former.modifierIds.filter((id) => !inList.has(id));
  return { ...opener, modifierIds: [...new Set([...opener.modifierIds, ...deleted])] };
}

/** Nothing for a list that is always asked. The order of the options does not count. */
export function openerKey(opener: Link['opener']): string {
  return opener ? ` ${opener.listId} ${opener.modifierIds.toSorted().join(' ')}` : '';
}
