import { expect, test } from 'vitest';
import { pagesFor } from './pages.ts';

test("the specification's pages stand in its order, and Inventory is outside of the group that folds", () => {
  const groups = pagesFor(() => true);
  const stated = [
    'Get Started',
    'Live Orders',
    'Inventory',
    'Order history',
    'Pause orders',
    'Items and modifiers',
    'Modifier list',
    'Menus',
    'Outlets',
  ];
  const shown = groups.flatMap(({ entries }) => entries.map(({ label }) => label));
  expect(shown.filter((label) => stated.includes(label))).toEqual(stated);
  expect(
    groups.filter(({ isCollapsible }) => isCollapsible).map(({ entries }) => entries.map(({ label }) => label)),
  ).toEqual([['Items and modifiers', 'Modifier list', 'Menus', 'Offers']]);
});
