import { countOptions } from '#contract/ordering/count-options.ts';
import { words } from '../../words/words.ts';

interface NamedOption {
  name: string;
  isHalf?: boolean | undefined;
}

/** The chosen options of a line: 'Extra cheese', '2 × Extra cheese' or '½ Margherita'. */
export function optionTexts(options: readonly (NamedOption & { _id: string; modifierListId: string })[]): string[] {
  return countOptions(options).map(({ option, times }) => optionText(option, times));
}

export function optionText({ name, isHalf = false }: NamedOption, times: number): string {
  if (isHalf) return words.ordering.optionHalf({ name });
  return times === 1 ? name : words.ordering.optionTimes({ times, name });
}
