/** The choice of a guest after a tap, and after a modifier was counted where its list allows it more than once. Both apps share the rule. */
import { basketLimits } from '../ordering/basket-limits.ts';
import { type ChoiceList, effectiveBounds, mostPerModifier } from './option-choice.ts';

/**
 * How many more options of a list a dish can have, beside those that are chosen from all its lists and those that its other lists still
 * require.
 */
export function roomForOptions<ListId extends string>(
  lists: readonly ChoiceList<ListId>[],
  chosenTimes: (listId: ListId) => number,
  listId: ListId,
): number {
  const taken = lists.map((list) => {
    const times = chosenTimes(list.listId);
    return list.listId === listId ? times : Math.max(times, effectiveBounds(list).min);
  });
  return basketLimits.modifiersPerLineMax - taken.reduce((sum, ofList) => sum + ofList, 0);
}

/** Whether the lists of a dish allow more options than it can have: its guest is told how many before the last one. */
export function canRunOutOfRoom(lists: readonly ChoiceList[]): boolean {
  const most = lists.map((list) =>
    Math.min(effectiveBounds(list).max ?? Infinity, list.modifiers.length * mostPerModifier(list)),
  );
  return most.reduce((sum, ofList) => sum + ofList, 0) > basketLimits.modifiersPerLineMax;
}

/**
 * The choice after a tap on a modifier: a single choice replaces, a multiple one toggles, and takes back every time that it was
 * chosen. Returns `chosen` itself when the tap changes nothing: at the maximum, on an unavailable modifier, or on a required
 * single choice, or where the dish has no room for another option.
 */
export function toggleChoice<ModifierId extends string>(
  list: ChoiceList<string, ModifierId>,
  chosen: readonly ModifierId[],
  modifierId: ModifierId,
  room = Infinity,
): readonly ModifierId[] {
  const { min, max } = effectiveBounds(list);
  if (chosen.includes(modifierId)) {
    const isKept = !list.allowMultipleSelection && min === 1;
    return isKept ? chosen : chosen.filter((id) => id !== modifierId);
  }
  if (!list.modifiers.some((modifier) => modifier.modifierId === modifierId && modifier.isAvailable)) return chosen;
  if (!list.allowMultipleSelection) return chosen.length === 0 && room < 1 ? chosen : [modifierId];
  return room < 1 || (max !== null && chosen.length >= max) ? chosen : [...chosen, modifierId];
}

/** Whether a modifier can be tapped: also one that was sold out after it was chosen, because only a tap takes it back. */
export function canTap<ModifierId extends string>(
  list: ChoiceList<string, ModifierId>,
  chosen: readonly ModifierId[],
  modifierId: ModifierId,
  room = Infinity,
): boolean {
  return chosen.includes(modifierId) || toggleChoice(list, chosen, modifierId, room) !== chosen;
}

/** How often a modifier can be chosen beside the others that are; at least as often as it is. */
export function mostTimes<ModifierId extends string>(
  list: ChoiceList<string, ModifierId>,
  chosen: readonly ModifierId[],
  modifierId: ModifierId,
  room = Infinity,
): number {
  const others = chosen.filter((id) => id !== modifierId).length;
  const before = chosen.length - others;
  const isThere = list.modifiers.some((modifier) => modifier.modifierId === modifierId && modifier.isAvailable);
  if (!isThere) return before;
  const roomInList = (effectiveBounds(list).max ?? Infinity) - others;
  return Math.max(before, Math.min(mostPerModifier(list), roomInList, before + room));
}

/**
 * The choice with a modifier that has been chosen `times` times, as far as the list allows: where it stands, else last. Returns
 * `chosen` itself when nothing changes.
 */
export function chooseTimes<ModifierId extends string>(
  list: ChoiceList<string, ModifierId>,
  chosen: readonly ModifierId[],
  modifierId: ModifierId,
  times: number,
  room = Infinity,
): readonly ModifierId[] {
  const others = chosen.filter((id) => id !== modifierId);
  const before = chosen.length - others.length;
  const after = Math.max(0, Math.min(times, mostTimes(list, chosen, modifierId, room)));
  if (after === before) return chosen;
  const place = before === 0 ? others.length : chosen.indexOf(modifierId);
  return [...others.slice(0, place), ...Array<ModifierId>(after).fill(modifierId), ...others.slice(place)];
}
