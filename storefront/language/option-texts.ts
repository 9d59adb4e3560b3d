import type { Language } from '#contract/base/enumerations.ts';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import { countOptions } from '#contract/ordering/count-options.ts';
import { type SpokenText, spokenText } from './in-language.ts';

interface NamedOption {
  _id: string;
  modifierListId: string;
  name: string;
  nameTranslations: Record<string, string>;
  isHalf?: boolean | undefined;
}

/** The chosen options of a line in the guest's language: 'Extra cheese', '2 × Extra cheese' or '½ Margherita'. */
export function optionTexts(
  menu: { catalogue: Catalogue },
  options: readonly NamedOption[],
  language: Language,
): SpokenText[] {
  return countOptions(options).map(({ option, times }) => {
    const spoken = spokenText(menu, option.name, option.nameTranslations, language);
    const mark = option.isHalf ? '½ ' : times === 1 ? '' : `${times} × `;
    return { ...spoken, text: mark + spoken.text };
  });
}
