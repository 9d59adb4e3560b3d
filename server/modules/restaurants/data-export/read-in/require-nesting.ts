/** The openers of modifier lists in an archive, which anybody can write: what no form stores would be walked by every page of the menu. */
import { nestingProblem } from '#contract/menu/nesting-problem.ts';
import type { NestedList } from '#contract/menu/nested-lists.ts';
import type { CheckedArchive, Row } from './check-archive.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/**
 * Requires that no lists of a dish open each other in a circle, or stand deeper than forms allow. An option that is not in the opening list
 * opens nothing, and is read in: it can have been taken off.
 * @throws UnreadableArchive
 */
export async function requireNesting(archive: CheckedArchive): Promise<void> {
  const nestedOf = new Map<string, NestedList[]>();
  for await (const row of archive.rows('item_modifier_lists')) {
    if ((row['opened_by_list_id'] ?? null) === null) continue;
    const dish = idIn(row, 'item_id');
    const openedBy = { listId: idIn(row, 'opened_by_list_id'), modifierIds: [] };
    const nested = nestedOf.get(dish) ?? [];
    nested.push({ listId: idIn(row, 'modifier_list_id'), openedBy });
    nestedOf.set(dish, nested);
  }
  for (const nested of nestedOf.values()) {
    const isNested = new Set(nested.map(({ listId }) => listId));
    const others = nested.map(({ openedBy }) => openedBy!.listId).filter((listId) => !isNested.has(listId));
    if (nestingProblem([...nested, ...others.map((listId) => ({ listId }))], () => true) !== null)
      throw new UnreadableArchive('the modifier lists of a dish open each other in a circle, or too deep');
  }
}

const idIn = (row: Row, column: string) => String(row[column]).toLowerCase();
