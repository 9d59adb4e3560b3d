import { countOptions } from '#contract/ordering/count-options.ts';
import { words } from '../../words/words.ts';

/** The chosen options of a line: 'Extra cheese', or '2 × Extra cheese'. */
export function optionTexts(options: readonly { _id: string; modifierListId: string; name: string }[]): string[] {
  return countOptions(options).map(({ option: { name }, times }) => optionText(name, times));
}

export function optionText(name: string, times: number): string {
  return times === 1 ? name : words.ordering.optionTimes({ times, name });
}
