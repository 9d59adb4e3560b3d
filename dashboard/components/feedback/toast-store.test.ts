import { expect, test } from 'vitest';
import { coverToasts, hideToasts, shownToasts, showToast, type Toast } from './toast-store.ts';

const deleted: Toast = { place: 'bar', tone: 'ok', text: 'Lemonade was deleted', undo: () => undefined };
const takenBack: Toast = { place: 'toast', tone: 'error', text: 'Order 12 was cancelled by its guest' };
const wrong: Toast = { place: 'bar', tone: 'error', text: 'The email or the password is wrong.' };

test('messages of a page go when it is hidden, and none is shown above it but errors in the bar', () => {
  showToast(deleted);
  showToast(takenBack);
  const uncover = coverToasts();
  expect(shownToasts()).toEqual([]);
  showToast(wrong);
  showToast(deleted);
  showToast(takenBack);
  expect(shownToasts()).toMatchObject([wrong]);
  uncover();
  showToast(takenBack);
  expect(shownToasts()).toMatchObject([wrong, takenBack]);
  hideToasts();
  expect(shownToasts()).toEqual([]);
});
