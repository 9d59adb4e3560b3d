import { afterAll, expect, test } from 'vitest';
import { courierLimits } from '#contract/delivery/courier-limits.ts';
import { transaction } from '#server/db/transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { makeCompany } from '#server/test/data/couriers.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { makeOwner, makeRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { startCourierApp } from '#server/test/servers/courier-company.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

const { app, company, close } = await startCourierApp();
afterAll(close);

test('a company of a deleted outlet gets another name', async () => {
  const made = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, made.id);
  const outletIds = [made.outletId];
  const id = await makeCompany(app.db, made.id, { apiUrl: company.url, outletIds });
  const input = { params: { id: made.outletId }, body: { password: ownersPassword } };
  await app.call('DELETE /outlet/delete-outlet/:id', input, token);
  const body = { name: 'Swifter', outletIds };
  const changed = await app.call('POST /delivery/update-courier/:id', { params: { id }, body }, token);
  expect(changed.company).toMatchObject({ name: 'Swifter', outletIds });
});

test('two companies that are connected at once do not pass the limit', async () => {
  const made = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, made.id);
  await makeMany(courierLimits.companiesMax - 1, () => makeCompany(app.db, made.id, { apiUrl: company.url }));
  const connect = () =>
    app.call(
      'POST /delivery/connect-courier',
      {
        body: {
          name: 'Swift',
          outletIds: null,
          takesMoney: true,
          apiUrl: company.url,
          merchantId: 'harbour-1',
          clientId: 'harbour',
          clientSecret: 'a secret of the company',
        },
      },
      owner.token,
    );
  const connecting: Promise<unknown>[] = [];
  await transaction(app.db, made.id, async (tx) => {
    await lockMenu(tx, made.id);
    connecting.push(connect(), connect());
    await expect.poll(() => countWaiting(app.db)).toBe(2);
  });
  const refused = (await Promise.allSettled(connecting)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { answer: { code: 'courier.too_many' } } }]);
  const { companies } = await app.call('GET /delivery/get-couriers', {}, owner.token);
  expect(companies).toHaveLength(courierLimits.companiesMax);
});
