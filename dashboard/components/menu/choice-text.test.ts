import { expect, test } from 'vitest';
import { choiceText, guestSentence } from './choice-text.ts';

const list = (minModifier: number, maxModifier: number, allowMultipleSelection: boolean, optional = false) => ({
  minModifier,
  maxModifier,
  allowMultipleSelection,
  optional,
});

test.each([
  ['one, always', list(1, 1, false), 'Choose 1', 'Guests must choose 1.'],
  ['exactly two', list(2, 2, true), 'Choose 2', 'Guests must choose 2.'],
  ['some', list(2, 4, true), 'Choose 2 to 4', 'Guests must choose 2 to 4.'],
  ['no upper limit', list(2, 0, true), 'Choose at least 2', 'Guests must choose at least 2.'],
  ['from before the switches', list(0, 0, true), 'Choose at least 1', 'Guests must choose at least 1.'],
  ['optional', list(0, 3, true, true), 'Optional, up to 3', 'Guests may choose up to 3, or none.'],
  ['optional, one', list(0, 0, false, true), 'Optional, up to 1', 'Guests may choose up to 1, or none.'],
  ['anything', list(0, 0, true, true), 'Optional, any number', 'Guests may choose any number, or none.'],
])('%s', (_, stored, short, sentence) => {
  expect(choiceText(stored)).toBe(short);
  expect(guestSentence(stored)).toBe(sentence);
});
