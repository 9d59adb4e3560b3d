import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeCompany } from '#server/test/data/company.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { type CompanyServer, startCompanyProvider } from '#server/test/servers/company-provider.ts';
import { repeatRestaurantErasures } from './erase-restaurant.ts';

let app: TestApp;
let server: CompanyServer;
beforeAll(async () => {
  app = await startApp();
  server = await startCompanyProvider({ backTo: 'http://localhost/login/company/callback/' });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

test("an erased restaurant takes its company along, and leaves another's alone", async () => {
  const [erased, staying] = [await makeCompany(app, server), await makeCompany(app, server)];
  for (const company of [erased, staying]) {
    await company.open();
    await company.linkAs(await company.hire());
    await company.begin();
  }
  const countRows = (id: typeof erased.id) =>
    platformTransaction(app.db, 'administration', async (tx) => {
      const counts: number[] = [];
      for (const table of ['company_providers', 'company_links', 'company_sign_ins', 'company_sessions'] as const)
        counts.push(
          (await tx.selectFrom(table).select('restaurant_id').where('restaurant_id', '=', id).execute()).length,
        );
      return counts;
    });
  expect(await countRows(erased.id)).toEqual([1, 1, 1, 1]);
  const at = app.clock.now();
  const list = [{ restaurantId: erased.id, at }];
  expect(await repeatRestaurantErasures({ db: app.db, config: testConfig }, list, new Date(at.getTime() - 1000))).toBe(
    1,
  );
  expect([await countRows(erased.id), await countRows(staying.id)]).toEqual([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
  ]);
});
