import { expect, test } from 'vitest';
import { type HeldKeys, withKey } from './held-keys.ts';

test.each([
  [['p', 'r', 'i'], 'pri', false],
  [['p', 'x', 'Backspace', 'r'], 'pr', false],
  [['Backspace', 'ق', '😀', 'Backspace'], 'ق', false],
  [['M', '-', '5', ' ', 'Enter'], 'M-5 ', true],
  [['p', 'Enter', 'r'], 'pr', false],
  [['p', 'Enter', 'Shift', 'ArrowDown', 'Dead', 'Tab'], 'p', true],
  [['Enter'], '', true],
])('%j are held as %j, entered: %j', (keys, text, isEntered) => {
  const held = keys.reduce<HeldKeys>((before, key) => withKey(before, key) ?? before, { text: '', isEntered: false });
  expect(held).toEqual({ text, isEntered });
});
