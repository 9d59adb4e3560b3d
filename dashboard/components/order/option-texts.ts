import { countOptions } from '#contract/ordering/count-options.ts';
import { words } from '../../words/words.ts';
import { readName } from './read-name.ts';

interface NamedOption {
  name: string;
  /** Missing where `name` is in the language of the screen already. */
  nameTranslations?: Record<string, string>;
  isHalf?: boolean | undefined;
}

type LineOption = NamedOption & { _id: string; modifierListId: string; depth?: number | undefined };

/** The chosen options of a line: 'Extra cheese', '2 × Extra cheese' or '½ Margherita'. */
export function optionTexts(options: readonly LineOption[]): string[] {
  return optionRows(options).map(({ option }) => option);
}

/** The same for rows: one that another option opened stands below that one, so many steps to the side. */
export function optionRows(options: readonly LineOption[]): { option: string; depth: number }[] {
  return countOptions(options).map(({ option, times }) => ({
    option: optionText(option, times),
    depth: option.depth ?? 0,
  }));
}

export function optionText({ isHalf = false, nameTranslations = {}, ...option }: NamedOption, times: number): string {
  const name = readName({ ...option, nameTranslations });
  if (isHalf) return words.ordering.optionHalf({ name });
  return times === 1 ? name : words.ordering.optionTimes({ times, name });
}
