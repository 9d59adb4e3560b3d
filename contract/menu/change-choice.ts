/** The choice of a guest after a tap, and after a modifier was counted where its list allows it more than once. Both apps share the rule. */
import { type ChoiceList, effectiveBounds, mostPerModifier } from './option-choice.ts';

/**
 * The choice after a tap on a modifier: a single choice replaces, a multiple one toggles, and takes back every time that it was
 * chosen. Returns `chosen` itself when the tap changes nothing: at the maximum, on an unavailable modifier, or on a required
 * single choice.
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

/** How often a modifier can be chosen beside the others that are; at least as often as it is. */
export function mostTimes<ModifierId extends string>(
  list: ChoiceList<string, ModifierId>,
  chosen: readonly ModifierId[],
  modifierId: ModifierId,
): number {
  const others = chosen.filter((id) => id !== modifierId).length;
  const before = chosen.length - others;
  const isThere = list.modifiers.some((modifier) => modifier.modifierId === modifierId && modifier.isAvailable);
  if (!isThere) return before;
  const room = (effectiveBounds(list).max ?? Infinity) - others;
  return Math.max(before, Math.min(mostPerModifier(list), room));
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
): readonly ModifierId[] {
  const others = chosen.filter((id) => id !== modifierId);
  const before = chosen.length - others.length;
  const after = Math.max(0, Math.min(times, mostTimes(list, chosen, modifierId)));
  if (after === before) return chosen;
  const place = before === 0 ? others.length : chosen.indexOf(modifierId);
  return [...others.slice(0, place), ...Array<ModifierId>(after).fill(modifierId), ...others.slice(place)];
}
