/** Every route, step, column and label of outlets in the specification (core-setup 2 and 3, order-operations 2). */
import { newAccount } from '../support/accounts.ts';
import {
  address,
  columns,
  fields,
  type Line,
  links,
  pageSizes,
  rowActions,
  says,
  title,
  walk,
} from '../support/specification.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { expect, test } from '../support/test.ts';

// Wide enough to show every list as a table.
test.use({ viewport: { width: 1600, height: 900 } });
const wizard = ['Basic info', 'Address', 'Ordering modes', 'Delivery', 'Delivery area', 'Pickup', 'Contactless dining'];
const steps: readonly { path: string; sees: Line['sees'] }[] = [
  {
    path: 'basic-info',
    sees: [
      fields('Cover image', 'Outlet name', 'Time zone', 'Email', 'Phone', 'Same date', 'Next date', 'Tax rate'),
      says('Ordering schedule', 'Tax', 'Alert calls'),
    ],
  },
  { path: 'address', sees: [fields('Location', 'Area'), says('Map')] },
  {
    path: 'ordering-services/delivery',
    sees: [
      fields('Preparation time', 'Preparation + delivery', 'Cash on delivery', 'Card on delivery'),
      says('Opening hours', 'Take delivery orders'),
    ],
  },
  { path: 'ordering-services/delivery-area', sees: [says('1 area'), links(['Add delivery area', /\/create/])] },
  {
    path: 'ordering-services/pickup',
    sees: [fields('Preparation time', 'Cash on pickup', 'Card on pickup'), says('Opening hours')],
  },
  { path: 'ordering-services/contactless-dining', sees: [title('Contactless dining')] },
];

const wizardScreens: readonly Line[] = (['edit', 'create'] as const).flatMap((task) =>
  steps.map(({ path, sees }) => ({
    line: `/dashboard/outlets/${task}/${path}, with the left navigation`,
    at: (place) =>
      `/dashboard/outlets/${task}/${path}${path === 'basic-info' && task === 'create' ? '' : `?id=${place.outletId}`}`,
    sees: [
      ...sees,
      async (page) => {
        const names = page.getByRole('navigation', { name: 'Steps of the outlet' }).getByRole('listitem');
        for (const name of wizard) await expect(names.filter({ hasText: name }).first()).toBeVisible();
      },
    ],
  })),
);

const outletScreens: readonly Line[] = [
  {
    line: 'Outlets: heading with the count, Add outlet, Search outlet by name; Status, Name, Delivery, PickUp, Edit/Delete, preview',
    at: '/dashboard/outlets',
    sees: [
      title('Outlets (1)'),
      links(['Add outlet', /^\/dashboard\/outlets\/create/]),
      fields('Search outlet by name'),
      columns('Status', 'Name', 'Delivery', 'PickUp', 'Actions'),
      (page) => expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Active', 'On', 'On', '']),
      rowActions(
        ['Edit', /\/dashboard\/outlets\/edit\/basic-info\?id=/],
        ['Clone', null],
        ['Preview', /^\/canary[^/]+\/(delivery|pickup)\//],
        ['Delete', null],
      ),
      pageSizes,
    ],
  },
  ...wizardScreens,
  {
    line: '/dashboard/outlets/edit',
    at: ({ outletId }) => `/dashboard/outlets/edit?id=${outletId}`,
    sees: [address(/\/edit\/basic-info/)],
  },
  {
    line: '/dashboard/outlets/create',
    at: '/dashboard/outlets/create',
    sees: [address('/dashboard/outlets/create/basic-info')],
  },
  {
    line: 'delivery areas: a count heading, 5, 10, 25, All; default 5',
    at: ({ outletId }) => `/dashboard/outlets/edit/ordering-services/delivery-area?id=${outletId}`,
    sees: [says('1 area'), pageSizes],
  },
  {
    line: '/dashboard/outlets/delivery-areas/create: areaName, minBasketValue, deliveryFee',
    at: ({ outletId }) => `/dashboard/outlets/delivery-areas/create?id=${outletId}`,
    sees: [fields('Area name', 'Min basket value', 'Delivery fee')],
  },
  {
    line: '/dashboard/outlets/delivery-areas/edit',
    at: ({ areaId }) => `/dashboard/outlets/delivery-areas/edit?id=${areaId}`,
    sees: [
      (page, place) => expect(page.getByLabel('Area name')).toHaveValue(place.named('Harbour')),
      (page) => expect(page.getByLabel('Min basket value')).toHaveValue(/^30/),
    ],
  },
];

test('every screen of outlets matches the specification', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await walk(page, place, outletScreens);
});

test('the wizard is blocked until an outlet is stored, except its first step', async ({ page, call }) => {
  const { token } = await call('POST /auth/signup', { body: newAccount() });
  await signInWithToken(page, token.token);
  await page.goto('/dashboard/outlets/create/ordering-services/pickup');
  await expect(page).toHaveURL('/dashboard/outlets/create/basic-info');
  const all = page.getByRole('navigation', { name: 'Steps of the outlet' }).getByRole('button');
  await expect(all).not.toHaveCount(0);
  for (const step of await all.all()) await expect(step).toBeDisabled();
});
