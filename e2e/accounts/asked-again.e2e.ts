/** The password is asked again before a change that a stranger at the screen must not make, and shared tablets refuse it. */
import type { Page } from '@playwright/test';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { giveProof } from '../support/proof.ts';
import { chooseAction } from '../support/row-menu.ts';
import { desktop, expect, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

interface Change {
  what: string;
  at: string;
  /** Opens the dialog. */
  open: (page: Page, place: Place) => Promise<void>;
  button: string;
  /** The password is all that the dialog asks for. */
  asksNothingElse?: true;
}

const changes: Change[] = [
  {
    what: 'inviting an owner',
    at: '/dashboard/staff',
    button: 'Send invitation',
    open: async (page, place) => {
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
      await dialog.getByLabel('Email').fill(`owner.${place.canary}@example.test`);
      await expect(dialog.getByRole('textbox', { name: 'Your password' })).toHaveCount(0);
      await dialog.getByRole('radio', { name: 'Owner' }).check();
    },
  },
  {
    what: 'exporting everything',
    at: '/dashboard/account',
    button: 'Export',
    asksNothingElse: true,
    open: (page) => page.getByRole('button', { name: 'Export everything' }).click(),
  },
  {
    what: 'exporting the record',
    at: '/dashboard/record',
    button: 'Export',
    asksNothingElse: true,
    open: (page) => page.getByRole('button', { name: 'Export CSV' }).click(),
  },
  {
    what: 'deleting an outlet',
    at: '/dashboard/outlets',
    button: 'Delete',
    asksNothingElse: true,
    open: (page, place) => chooseAction(page, 'Delete', place.outletName),
  },
  {
    what: 'moving the site',
    at: '/dashboard/branding',
    button: 'Move the site',
    open: async (page, place) => {
      await page.getByRole('button', { name: 'Change address' }).click();
      await page.getByRole('textbox', { name: 'New address' }).fill(`${place.slug}-new`);
    },
  },
];

for (const { what, at, open, button, asksNothingElse = false } of changes) {
  test(`${what} takes the password, and is refused on a shared tablet`, async ({
    page,
    openRestaurant,
    openWindow,
    call,
    db,
    complaints,
  }) => {
    complaints.expect(/status of 40[09]/);
    const place = await openRestaurant();
    // An entry in the record.
    await call('POST /restaurant/update-settings', { body: { chargeOptions: 'each' } }, place.owner.token);
    const { userId, token } = await makeOwner(db, place.id);
    const shared = { lock_minutes: 5, acting_user_id: userId };
    await db.updateTable('sessions').set(shared).where('user_id', '=', userId).execute();
    const counter = await openWindow({ viewport: desktop });
    await signInWithToken(counter, token);
    await counter.goto(at);
    await open(counter, place);
    await giveProof(counter, button);
    await expect(counter.getByText(/on a device that several people share/).first()).toBeVisible();

    await signInWithToken(page, place.owner.token);
    await page.goto(at);
    await open(page, place);
    const dialog = page.getByRole('dialog');
    if (asksNothingElse) await expect(dialog.getByRole('textbox', { name: 'Your password' })).toBeFocused();
    await giveProof(page, button, 'not the current one');
    await expect(dialog.getByText('This is not your current password')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Your password' })).toBeFocused();
    await expectAccessible(page, what, { hasDark: true });
    await page.setViewportSize(desktop);
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(ownersPassword);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
}
