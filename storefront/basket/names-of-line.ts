import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { arrangeChosen, openerOf } from '#contract/menu/nested-lists.ts';
import { areHalves } from '#contract/menu/option-choice.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { type SpokenText, spokenText } from '../language/in-language.ts';
import { optionTexts } from '../language/option-texts.ts';
import type { Menu } from '../state/menu.ts';
import type { BasketLine, ChosenModifier } from './stored-basket.ts';

/**
 * The names of a line in the guest's language, whichever it was put into the basket in; of what has left the menu, as it was then. Another
 * phone at the table has told no names, and an option of its line that has left the menu is not named.
 */
export function namesOfLine(
  menu: Menu,
  line: Pick<BasketLine, '_id' | 'name' | 'modifierList'>,
  language: Language,
): { name: SpokenText; options: SpokenText[] } {
  const item = menu.items.get(line._id);
  return {
    name: spokenText(menu, item?.name ?? line.name, item?.nameTranslations ?? {}, language),
    options: optionTexts(
      menu,
      inAskedOrder(item, line.modifierList)
        .map((chosen) => ({
          nameTranslations: {},
          ...chosen,
          ...menu.modifierLists.get(chosen.modifierListId)?.modifierList.find((other) => other._id === chosen._id),
          isHalf: isHalf(menu, line, chosen),
        }))
        .filter((option) => option.name !== ''),
      language,
    ),
  };
}

/**
 * The options as they are asked about the dish: behind one, those of the lists that it opens. With one of a list that the dish does not have
 * any more they stay as they were: it may have opened others.
 */
function inAskedOrder(item: CatalogueItem | undefined, chosen: readonly ChosenModifier[]): readonly ChosenModifier[] {
  if (item?.nestedLists === undefined) return chosen;
  if (chosen.some(({ modifierListId }) => !item.modifierList.includes(modifierListId))) return chosen;
  const lists = item.modifierList.map((listId) => ({ listId, ...openerOf(item, listId) }));
  const listed = chosen.map((modifier) => ({ modifier, listId: modifier.modifierListId, modifierId: modifier._id }));
  return arrangeChosen(lists, listed).map(({ one }) => one.modifier);
}

/** One of two of a list of halves. */
function isHalf(
  menu: Menu,
  { modifierList }: Pick<BasketLine, 'modifierList'>,
  { modifierListId }: ChosenModifier,
): boolean {
  const list = menu.modifierLists.get(modifierListId);
  const chosen = modifierList.filter((other) => other.modifierListId === modifierListId);
  return list !== undefined && areHalves(list, chosen.length);
}
