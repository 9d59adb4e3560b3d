/** Which options satisfy the modifier lists of an item. The one rule of both sides (decision 11, R36). */

/** The bounds of a modifier list as stored. */
export interface StoredBounds {
  minModifier: number;
  /** 0 means no upper limit. */
  maxModifier: number;
  allowMultipleSelection: boolean;
  /** The switch "Optional": nothing need be chosen. */
  optional?: boolean;
}

/** A modifier list as the guest chooses from it. The type parameters keep the brands of the ids. */
export interface ChoiceList<ListId extends string = string, ModifierId extends string = string> extends StoredBounds {
  listId: ListId;
  modifiers: readonly { modifierId: ModifierId; isAvailable: boolean }[];
}

/** What was chosen from one list. */
export interface Selection<ListId extends string = string, ModifierId extends string = string> {
  listId: ListId;
  modifierIds: readonly ModifierId[];
}

export interface Bounds {
  min: number;
  /** null: no upper limit. */
  max: number | null;
}

export interface ChoiceProblem extends Bounds {
  listId: string;
  code: 'too_few' | 'too_many' | 'unknown_modifier' | 'duplicate' | 'unavailable';
  /** The offending modifier, unless the problem is their number. */
  modifierId?: string;
}

/**
 * How many may be chosen. A stored 0/0 without "Optional" is a list from before that switch: one choice at least. A single
 * choice ends at 1. A maximum below the minimum gives way to it, so that the item can still be ordered.
 */
export function effectiveBounds(list: StoredBounds): Bounds {
  const { minModifier, maxModifier, allowMultipleSelection, optional = false } = list;
  let min = minModifier;
  if (optional) min = 0;
  else if (minModifier === 0 && maxModifier === 0) min = 1;
  if (!allowMultipleSelection) return { min: Math.min(min, 1), max: 1 };
  return { min, max: maxModifier === 0 ? null : Math.max(maxModifier, min) };
}

/** Whether something must be chosen from the list. */
export function isRequired(list: StoredBounds): boolean {
  return effectiveBounds(list).min >= 1;
}

/** Whether enough modifiers are left to satisfy the minimum. */
export function isCompletable(list: ChoiceList): boolean {
  return list.modifiers.filter((modifier) => modifier.isAvailable).length >= effectiveBounds(list).min;
}

/** Everything wrong with the selections, in the order of the lists; empty when the item can be ordered so. */
export function checkChoices(lists: readonly ChoiceList[], selections: readonly Selection[]): ChoiceProblem[] {
  const known = new Set(lists.map((list) => list.listId));
  return [
    ...lists.flatMap((list) => checkList(list, chosenFrom(list.listId, selections))),
    ...selections
      .filter((selection) => !known.has(selection.listId))
      .flatMap(({ listId, modifierIds }) =>
        modifierIds.map((modifierId) => ({ listId, code: 'unknown_modifier' as const, min: 0, max: 0, modifierId })),
      ),
  ];
}

/** Whether the item can go into the basket with these selections. */
export function canAddToBasket(lists: readonly ChoiceList[], selections: readonly Selection[]): boolean {
  return checkChoices(lists, selections).length === 0;
}

/**
 * What is chosen after a tap on a modifier: a single choice replaces, a multiple one toggles. Answers `chosen` itself when
 * the tap changes nothing: at the maximum, on an unavailable modifier, on the single choice that is required.
 */
export function toggleChoice<ModifierId extends string>(
  list: ChoiceList<string, ModifierId>,
  chosen: readonly ModifierId[],
  modifierId: ModifierId,
): readonly ModifierId[] {
  const { min, max } = effectiveBounds(list);
  if (chosen.includes(modifierId)) {
    const isKept = !list.allowMultipleSelection && min === 1;
    return isKept ? chosen : chosen.filter((id) => id !== modifierId);
  }
  if (!list.modifiers.some((modifier) => modifier.modifierId === modifierId && modifier.isAvailable)) return chosen;
  if (!list.allowMultipleSelection) return [modifierId];
  return max !== null && chosen.length >= max ? chosen : [...chosen, modifierId];
}

function chosenFrom(listId: string, selections: readonly Selection[]): string[] {
  return selections.filter((selection) => selection.listId === listId).flatMap((selection) => selection.modifierIds);
}

function checkList(list: ChoiceList, chosen: readonly string[]): ChoiceProblem[] {
  const { listId } = list;
  const bounds = effectiveBounds(list);
  const isAvailable = new Map(list.modifiers.map((modifier) => [modifier.modifierId, modifier.isAvailable]));
  const problems: ChoiceProblem[] = [];
  const counted = new Set<string>();
  for (const modifierId of chosen) {
    if (counted.has(modifierId)) problems.push({ listId, code: 'duplicate', ...bounds, modifierId });
    else if (!isAvailable.has(modifierId)) problems.push({ listId, code: 'unknown_modifier', ...bounds, modifierId });
    else counted.add(modifierId);
  }
  for (const modifierId of counted) {
    if (!isAvailable.get(modifierId)) problems.push({ listId, code: 'unavailable', ...bounds, modifierId });
  }
  if (counted.size < bounds.min) problems.push({ listId, code: 'too_few', ...bounds });
  if (bounds.max !== null && counted.size > bounds.max) problems.push({ listId, code: 'too_many', ...bounds });
  return problems;
}

export interface ResolvedChoices<ListId extends string, ModifierId extends string> {
  /** One per list, in the order of the lists, empty ones too. */
  selections: Selection<ListId, ModifierId>[];
  /** Ids that are in none of the lists. */
  unknown: ModifierId[];
}

/**
 * Shares the ids out to the lists. An id that is in several lists goes to the first that still lacks its minimum, else to the
 * first with room; earlier ids move over where that is the only way to satisfy every list. Ids for which no list has room
 * stay with the first list that has them, so that `checkChoices` says what is too many or doubled.
 */
export function resolveFlatChoices<ListId extends string, ModifierId extends string>(
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

/** A modifier list that is being given ids. */
class Taker<ListId extends string, ModifierId extends string> {
  readonly listId: ListId;
  readonly offers: ReadonlySet<ModifierId>;
  readonly min: number;
  readonly max: number;
  readonly chosen: ModifierId[] = [];

  constructor(list: ChoiceList<ListId, ModifierId>) {
    const { min, max } = effectiveBounds(list);
    this.listId = list.listId;
    this.offers = new Set(list.modifiers.map((modifier) => modifier.modifierId));
    this.min = min;
    this.max = max ?? Infinity;
  }

  wants(id: ModifierId): boolean {
    return this.offers.has(id) && !this.chosen.includes(id);
  }

  giveUp(id: ModifierId): void {
    this.chosen.splice(this.chosen.indexOf(id), 1);
  }
}

/** Gives the taker one more id: an unplaced one, else one from another taker that finds another for it. */
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

/** Finds room for an id, moving held ids over where needed. No taker ends with fewer than it had. */
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
