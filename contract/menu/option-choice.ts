/** The rule that says which options satisfy the modifier lists of an item. Server and screens share it (R36). */
import { hasNestedLists, type NestedList, openLists } from './nested-lists.ts';

/** The bounds of a modifier list as stored. */
export interface StoredBounds {
  minModifier: number;
  /** 0 means no upper limit. */
  maxModifier: number;
  allowMultipleSelection: boolean;
  /** The switch "Optional": no choice is required. */
  optional?: boolean;
  /** How often one modifier may be chosen; 1 where it is left out. The bounds count every time. */
  maxPerModifier?: number | undefined;
  /** One is chosen for the whole, or two for a half each. Counts where more than one may be chosen. */
  halves?: boolean | undefined;
}

/** A modifier list as the guest chooses from it. The type parameters preserve the branded ids. */
export interface ChoiceList<ListId extends string = string, ModifierId extends string = string>
  extends StoredBounds, NestedList<ListId, ModifierId> {
  modifiers: readonly { modifierId: ModifierId; isAvailable: boolean }[];
}

/** The modifiers chosen from one list; one that was chosen twice is there twice. */
export interface Selection<ListId extends string = string, ModifierId extends string = string> {
  listId: ListId;
  modifierIds: readonly ModifierId[];
}

export interface Bounds {
  min: number;
  /** Null means no upper limit. */
  max: number | null;
}

interface ChoiceProblem extends Bounds {
  listId: string;
  code: 'too_few' | 'too_many' | 'unknown_modifier' | 'duplicate' | 'unavailable' | 'not_asked';
  /** The offending modifier, unless the problem is their number. */
  modifierId?: string;
}

/**
 * The effective number of choices. A stored 0/0 without "Optional" predates that switch and requires at least one
 * choice. A single choice has a maximum of 1, and halves are two. A maximum below the minimum is raised to it, so that the item
 * can still be ordered.
 */
export function effectiveBounds(list: StoredBounds): Bounds {
  const { minModifier, maxModifier, allowMultipleSelection, optional = false } = list;
  let min = minModifier;
  if (optional) min = 0;
  else if (minModifier === 0 && maxModifier === 0) min = 1;
  if (!allowMultipleSelection) return { min: Math.min(min, 1), max: 1 };
  if (isHalved(list)) return { min: Math.min(min, 1), max: 2 };
  return { min, max: maxModifier === 0 ? null : Math.max(maxModifier, min) };
}

/** Whether two modifiers of the list are a half each. */
export function isHalved({ allowMultipleSelection, halves }: StoredBounds): boolean {
  return allowMultipleSelection && halves === true;
}

/** Whether the chosen modifiers of the list, so many of them, are a half each: one alone is the whole. */
export function areHalves(list: StoredBounds, chosen: number): boolean {
  return isHalved(list) && chosen === 2;
}

/** How often one modifier of the list can be chosen: a single choice and a half, once. */
export function mostPerModifier(list: StoredBounds): number {
  return list.allowMultipleSelection && !isHalved(list) ? (list.maxPerModifier ?? 1) : 1;
}

/** Whether something must be chosen from the list. */
export function isRequired(list: StoredBounds): boolean {
  return effectiveBounds(list).min >= 1;
}

/** Whether enough modifiers are left to satisfy the minimum. */
export function isCompletable(list: ChoiceList): boolean {
  const available = list.modifiers.filter((modifier) => modifier.isAvailable).length;
  return available * mostPerModifier(list) >= effectiveBounds(list).min;
}

/**
 * The lists with a modifier as unavailable where it opens a list that cannot be completed: choosing it would lead nowhere. Without nested
 * lists they stay as they are.
 */
export function withoutDeadEnds<List extends ChoiceList>(lists: readonly List[]): List[] {
  if (!hasNestedLists(lists)) return [...lists];
  const settled = new Map<string, List>();
  const settle = (list: List): List => {
    const below = lists.filter(({ openedBy }) => openedBy?.listId === list.listId).map(settle);
    const opensDeadEnd = (modifierId: string) =>
      below.some((one) => one.openedBy!.modifierIds.includes(modifierId) && !isCompletable(one));
    const modifiers = list.modifiers.map((modifier) =>
      modifier.isAvailable && opensDeadEnd(modifier.modifierId) ? { ...modifier, isAvailable: false } : modifier,
    );
    const after = { ...list, modifiers };
    settled.set(list.listId, after);
    return after;
  };
  for (const list of lists) if (!list.openedBy) settle(list);
  return lists.map((list) => settled.get(list.listId) ?? list);
}

/** Whether something can be chosen for every list that is always asked, and then for those that it opens. */
export function areCompletable(lists: readonly ChoiceList[]): boolean {
  return withoutDeadEnds(lists).every((list) => Boolean(list.openedBy) || isCompletable(list));
}

/**
 * All problems of the selections, in the order in which the lists are asked; empty when the item can be ordered this way. The bounds of a
 * nested list count only while it is open, and nothing can be chosen from one that is not.
 */
export function checkChoices(lists: readonly ChoiceList[], selections: readonly Selection[]): ChoiceProblem[] {
  const known = new Set(lists.map((list) => list.listId));
  const open = openLists(lists, selections);
  const isOpen = new Set(open.map((list) => list.listId));
  return [
    ...open.flatMap((list) => checkList(list, chosenFrom(list.listId, selections))),
    ...selections
      .filter((selection) => !isOpen.has(selection.listId))
      .flatMap(({ listId, modifierIds }) => {
        const code = known.has(listId) ? ('not_asked' as const) : ('unknown_modifier' as const);
        return modifierIds.map((modifierId) => ({ listId, code, min: 0, max: 0, modifierId }));
      }),
  ];
}

/** Whether the item can go into the basket with these selections. */
export function canAddToBasket(lists: readonly ChoiceList[], selections: readonly Selection[]): boolean {
  return checkChoices(lists, selections).length === 0;
}

function chosenFrom(listId: string, selections: readonly Selection[]): string[] {
  return selections.filter((selection) => selection.listId === listId).flatMap((selection) => selection.modifierIds);
}

function checkList(list: ChoiceList, chosen: readonly string[]): ChoiceProblem[] {
  const { listId } = list;
  const bounds = effectiveBounds(list);
  const isAvailable = new Map(list.modifiers.map((modifier) => [modifier.modifierId, modifier.isAvailable]));
  const most = mostPerModifier(list);
  const problems: ChoiceProblem[] = [];
  const counts = new Map<string, number>();
  let count = 0;
  for (const modifierId of chosen) {
    const before = counts.get(modifierId) ?? 0;
    if (!isAvailable.has(modifierId)) problems.push({ listId, code: 'unknown_modifier', ...bounds, modifierId });
    else if (before >= most) problems.push({ listId, code: 'duplicate', ...bounds, modifierId });
    else {
      counts.set(modifierId, before + 1);
      count++;
    }
  }
  for (const modifierId of counts.keys()) {
    if (!isAvailable.get(modifierId)) problems.push({ listId, code: 'unavailable', ...bounds, modifierId });
  }
  if (count < bounds.min) problems.push({ listId, code: 'too_few', ...bounds });
  if (bounds.max !== null && count > bounds.max) problems.push({ listId, code: 'too_many', ...bounds });
  return problems;
}

interface ResolvedChoices<ListId extends string, ModifierId extends string> {
  /** One per list, in the order of the lists, including empty ones. */
  selections: Selection<ListId, ModifierId>[];
  /** Ids that are in none of the lists. */
  unknown: ModifierId[];
}

/**
 * Assigns the ids to the lists. An id that is in several lists goes to the first that still lacks its minimum,
 * otherwise to the first with room; earlier ids move where that is the only way to satisfy every list. Ids without room
 * stay with the first list that contains them, so that `checkChoices` reports the excess or the duplicate.
 *
 * Ids of nested lists are assigned once the lists above have theirs. Where a modifier that opens a list is itself in several lists of the
 * dish, the flat ids may be read in the wrong one of two ways: such choices are said by list.
 */
export function resolveFlatChoices<ListId extends string, ModifierId extends string>(
  lists: readonly ChoiceList<ListId, ModifierId>[],
  modifierIds: readonly ModifierId[],
): ResolvedChoices<ListId, ModifierId> {
  let asked = openLists(lists, []);
  for (;;) {
    const { selections, unknown } = assign(asked, modifierIds);
    const opened = openLists(lists, selections);
    const isAsked = new Set(asked);
    if (opened.every((list) => isAsked.has(list))) {
      const found = new Map(selections.map((selection) => [selection.listId, selection]));
      return { selections: lists.map(({ listId }) => found.get(listId) ?? { listId, modifierIds: [] }), unknown };
    }
    // Lists only join, so that the rounds end.
    asked = lists.filter((list) => isAsked.has(list) || opened.includes(list));
  }
}

function assign<ListId extends string, ModifierId extends string>(
  lists: readonly ChoiceList<ListId, ModifierId>[],
  modifierIds: readonly ModifierId[],
): ResolvedChoices<ListId, ModifierId> {
  const takers = lists.map((list) => new Taker(list));
  const unknown = modifierIds.filter((id) => !takers.some((taker) => taker.offers.has(id)));
  const unplaced = modifierIds.filter((id) => takers.some((taker) => taker.offers.has(id)));

  for (const taker of takers) {
    while (taker.chosen.length < taker.min && fill(taker, takers, unplaced, new Set()));
  }
  const surplus = unplaced.filter((id) => !place(id, takers, new Set()));
  for (const id of surplus) takers.find((taker) => taker.offers.has(id))?.chosen.push(id);

  return { selections: takers.map(({ listId, chosen }) => ({ listId, modifierIds: chosen })), unknown };
}

/** A modifier list during the assignment. */
class Taker<ListId extends string, ModifierId extends string> {
  readonly listId: ListId;
  readonly offers: ReadonlySet<ModifierId>;
  readonly min: number;
  readonly max: number;
  readonly mostPerModifier: number;
  readonly chosen: ModifierId[] = [];

  constructor(list: ChoiceList<ListId, ModifierId>) {
    const { min, max } = effectiveBounds(list);
    this.listId = list.listId;
    this.offers = new Set(list.modifiers.map((modifier) => modifier.modifierId));
    this.min = min;
    this.max = max ?? Infinity;
    this.mostPerModifier = mostPerModifier(list);
  }

  wants(id: ModifierId): boolean {
    return this.offers.has(id) && this.chosen.filter((other) => other === id).length < this.mostPerModifier;
  }

  giveUp(id: ModifierId): void {
    this.chosen.splice(this.chosen.indexOf(id), 1);
  }
}

/** Assigns one more id to the list: an unassigned one, otherwise one from a list that can replace it. */
function fill<Id extends string>(
  taker: Taker<string, Id>,
  takers: readonly Taker<string, Id>[],
  unplaced: Id[],
  asked: Set<Taker<string, Id>>,
): boolean {
  asked.add(taker);
  const free = unplaced.findIndex((id) => taker.wants(id));
  if (free !== -1) {
    taker.chosen.push(...unplaced.splice(free, 1));
    return true;
  }
  for (const other of takers) {
    if (asked.has(other)) continue;
    const id = other.chosen.find((held) => taker.wants(held));
    if (id === undefined || !fill(other, takers, unplaced, asked)) continue;
    other.giveUp(id);
    taker.chosen.push(id);
    return true;
  }
  return false;
}

/** Finds room for an id, moving assigned ids where needed. No list ends with fewer ids than before. */
function place<Id extends string>(
  id: Id,
  takers: readonly Taker<string, Id>[],
  asked: Set<Taker<string, Id>>,
): boolean {
  const wanting = takers.filter((taker) => taker.wants(id) && !asked.has(taker));
  const roomy = wanting.find((taker) => taker.chosen.length < taker.max);
  if (roomy !== undefined) {
    roomy.chosen.push(id);
    return true;
  }
  for (const taker of wanting) {
    if (asked.has(taker)) continue;
    asked.add(taker);
    for (const held of taker.chosen) {
      if (!place(held, takers, asked)) continue;
      taker.giveUp(held);
      taker.chosen.push(id);
      return true;
    }
  }
  return false;
}
