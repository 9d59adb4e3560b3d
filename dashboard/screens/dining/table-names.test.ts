import { expect, test } from 'vitest';
import { expandNames, problemOfNames } from './table-names.ts';

test.each<[string, string[] | null]>([
  ['', []],
  ['Bar', ['Bar']],
  ['1-3', ['1', '2', '3']],
  ['9 – 11, Window', ['9', '10', '11', 'Window']],
  ['08-10', ['08', '09', '10']],
  ['Bar 1-2; T7-8\nGarden', ['Bar 1', 'Bar 2', 'T7', 'T8', 'Garden']],
  [' , ,4', ['4']],
  ['3-1', ['3-1']],
  ['A-B', ['A-B']],
  ['1-200', Array.from({ length: 200 }, (_, index) => String(index + 1))],
  ['1-201', null],
  ['1-150, 201-251', null],
])('%j', (typed, names) => {
  expect(expandNames(typed)).toEqual(names);
});

test.each([
  ['1-3', ['Bar'], null],
  ['1-3', ['3'], { kind: 'twice', name: '3' }],
  ['bar', ['BAR'], { kind: 'twice', name: 'bar' }],
  ['1-3, 2', [], { kind: 'twice', name: '2' }],
  ['1-999', [], { kind: 'many' }],
])('%j beside %j', (typed, known, problem) => {
  expect(problemOfNames(typed, known)).toEqual(problem);
});
