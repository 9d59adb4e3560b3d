import { expect, type Page } from '@playwright/test';
import type { Order } from '#contract/ordering/orders.ts';
import { addBurger, goToCheckout, openShop, shopAddress, signInGuest } from './guest.ts';
import type { Call, Place } from './test.ts';

export const placeButton = (page: Page) =>
  page.getByRole('button', { name: /^(Place order|Placing your order|Checking whether)/ });
export const creating = '**/api/v1/order/create-order';

export async function ordersOf(call: Call, place: Place): Promise<Order[]> {
  return (await call('GET /order/get-all-orders', { query: {} }, place.guest.token)).order;
}

/** A burger for pickup, paid in cash, ready for the tap on the button. */
export async function readyToPlace(page: Page, place: Place): Promise<void> {
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
}

/** Orders without the dish that is sold out. Its button reads as one sentence, and stands clear of the one below. */
export async function removeAndPlace(page: Page, name: string): Promise<void> {
  const remove = page.getByRole('button', { name: `Remove ${name} and place order` });
  // In a column of its own the first word was broken.
  const linesOfFirstWord = await remove.getByText(/^Remove/).evaluate((sentence) => {
    const range = document.createRange();
    range.selectNodeContents(sentence.firstChild!);
    return range.getClientRects().length;
  });
  expect(linesOfFirstWord).toBe(1);
  const [above, below] = [(await remove.boundingBox())!, (await placeButton(page).boundingBox())!];
  expect(below.y - above.y - above.height).toBe(8);
  await remove.click();
}
