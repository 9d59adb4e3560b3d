import { effectiveBounds, isHalved, type StoredBounds } from '#contract/menu/option-choice.ts';
import { words } from '../../words/words.ts';

type ChoiceWords = Omit<typeof words.menu.choice, 'guests'>;

/** How many a guest chooses from the list: 'Choose 1', 'Choose 2 to 4', 'Optional, up to 3'. */
export function choiceText(list: StoredBounds): string {
  return inWords(list, words.menu.choice);
}

/** The same as a sentence: 'Guests must choose 1 to 3.' */
export function guestSentence(list: StoredBounds): string {
  return inWords(list, words.menu.choice.guests);
}

function inWords(list: StoredBounds, text: ChoiceWords): string {
  const { min, max } = effectiveBounds(list);
  if (isHalved(list)) return min === 0 ? text.optionalHalves : text.halves;
  if (min === 0) return max === null ? text.optional : text.optionalUpTo({ most: max });
  if (max === null) return text.atLeast({ least: min });
  return min === max ? text.exactly({ count: min }) : text.between({ least: min, most: max });
}
