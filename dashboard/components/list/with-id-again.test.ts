import { expect, test } from 'vitest';
import { withIdAgain } from './with-id-again.ts';

test.each([
  ['comes back to its place', 'ac', 'b', 'abc', 'abc'],
  ['comes back to the end', 'ab', 'c', 'abc', 'abc'],
  ['comes back first', 'bc', 'a', 'abc', 'abc'],
  ['follows what was before it, where that has moved', 'cax', 'b', 'abc', 'cabx'],
  ['goes before what was after it, where nothing before it is left', 'xc', 'b', 'abc', 'xbc'],
  ['goes to the end among others', 'xy', 'b', 'abc', 'xyb'],
  ['leaves what another person has linked and unlinked', 'xc', 'b', 'cab', 'xcb'],
  ['is not linked twice', 'cba', 'b', 'abc', 'cba'],
  ['comes back alone', '', 'b', 'b', 'b'],
])('an id that %s', (_, present, id, former, expected) => {
  expect(withIdAgain(present.split(''), id, former.split('')).join('')).toBe(expected);
});
