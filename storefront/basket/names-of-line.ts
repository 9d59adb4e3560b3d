import type { Language } from '#contract/base/enumerations.ts';
import { type SpokenText, spokenText } from '../language/in-language.ts';
import type { Menu } from '../state/menu.ts';
import type { BasketLine } from './stored-basket.ts';

/** The names of a line in the guest's language, whichever it was put into the basket in; of what has left the menu, as it was then. */
export function namesOfLine(
  menu: Menu,
  line: Pick<BasketLine, '_id' | 'name' | 'modifierList'>,
  language: Language,
): { name: SpokenText; options: SpokenText[] } {
  const item = menu.items.get(line._id);
  return {
    name: spokenText(menu, item?.name ?? line.name, item?.nameTranslations ?? {}, language),
    options: line.modifierList.map(({ _id, name, modifierListId }) => {
      const modifier = menu.modifierLists.get(modifierListId)?.modifierList.find((other) => other._id === _id);
      return spokenText(menu, modifier?.name ?? name, modifier?.nameTranslations ?? {}, language);
    }),
  };
}
