/** A modifier that a guest chooses more than once, where its list allows it. Server and screens share the rule. */
import { type ChoiceList, effectiveBounds, mostPerModifier } from './option-choice.ts';

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
