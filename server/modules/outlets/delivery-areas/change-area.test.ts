import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { minorUnits } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant, type TestRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});

type Body = CallInput<'POST /outlet/update-delivery-area/:id'>['body'];
const creek: Body = { areaName: 'Creek', minBasketValue: 25.5, deliveryFee: 7.25 };
const save = (body: Body, id: OutletId | DeliveryAreaId = ours.outletId, token = owner) =>
  server.call('POST /outlet/update-delivery-area/:id', { params: { id }, body }, token);
const remove = (id: DeliveryAreaId, token = owner) =>
  server.call('DELETE /outlet/delete-deliver-area/:id', { params: { id } }, token);
const restore = (id: DeliveryAreaId, token = owner) =>
  server.call('POST /outlet/restore-delivery-area/:id', { params: { id } }, token);
const list = async (id: OutletId = ours.outletId) =>
  (await server.call('GET /outlet/get-all-delivery-areas/:id', { params: { id } }, owner)).deliveryAreas;

describe('a delivery area', () => {
  test('is added under the id of its outlet, after the others, and is on the site at once', async () => {
    const { deliveryArea, success, msg } = await save(creek);
    expect([success, msg]).toEqual([true, 'Your record was successfully added']);
    expect(deliveryArea).toEqual({
      ...creek,
      areaNameTranslations: {},
      _id: expect.any(String),
      outletId: ours.outletId,
    });
    expect((await list()).map(({ areaName }) => areaName)).toEqual([`Harbour ${ours.canary}`, 'Creek']);
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect(site.deliveryAreas).toContainEqual(deliveryArea);
    const events = await transaction(server.db, ours.id, (tx) => tx.selectFrom('events').selectAll().execute());
    expect(events).toMatchObject([{ type: 'outlet.changed', data: { outletId: ours.outletId } }]);
  });

  test('has an Arabic name once one is given, until it is emptied', async () => {
    const { deliveryArea } = await save({ ...creek, areaNameTranslations: { ar: ' الخور ' } });
    expect(deliveryArea.areaNameTranslations).toEqual({ ar: 'الخور' });
    await save({ minBasketValue: 10 }, deliveryArea._id);
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect(site.deliveryAreas[1]).toMatchObject({ areaName: 'Creek', areaNameTranslations: { ar: 'الخور' } });
    const emptied = await save({ areaNameTranslations: { ar: '' } }, deliveryArea._id);
    expect(emptied.deliveryArea).toMatchObject({ areaName: 'Creek', areaNameTranslations: {} });
  });

  test('may have no fee and no minimum; a missing fee is none', async () => {
    expect((await save({ areaName: 'Free', minBasketValue: 0, deliveryFee: 0 })).deliveryArea).toMatchObject({
      minBasketValue: 0,
      deliveryFee: 0,
    });
    expect((await save({ areaName: 'Also free', minBasketValue: 10 })).deliveryArea.deliveryFee).toBe(0);
  });

  test.each<[Body, object]>([
    [{ areaName: ' Dock ' }, { areaName: 'Dock' }],
    [{ minBasketValue: 0.05 }, { minBasketValue: 0.05 }],
    [{ deliveryFee: 0 }, { deliveryFee: 0 }],
    [{}, {}],
    [creek, creek],
  ])('is changed under its own id in the given fields: %j', async (body, changed) => {
    const [before] = await list();
    const { deliveryArea, msg } = await save(body, ours.areaId);
    expect(msg).toBe('The record is successfully updated');
    expect(deliveryArea).toEqual({ ...before, ...changed });
    expect(await list()).toEqual([deliveryArea]);
  });

  test('is deleted and brought back, once however often it is requested', async () => {
    const [before] = await list();
    expect(await remove(ours.areaId)).toEqual({
      success: true,
      code: 'record.removed',
      msg: 'The record was successfully deleted',
    });
    expect(await list()).toEqual([]);
    await expect(remove(ours.areaId)).rejects.toMatchObject({ status: 404 });
    await expect(save({ deliveryFee: 1 }, ours.areaId)).rejects.toMatchObject({ status: 404 });
    for (let time = 0; time < 2; time++) expect((await restore(ours.areaId)).deliveryArea).toEqual(before);
    expect(await list()).toEqual([before]);
  });

  test('has the decimals of the currency', async () => {
    const kuwait = await makeRestaurant(server.db, { currency: 'KWD' });
    const { token } = await makeOwner(server.db, kuwait.id);
    const { deliveryArea } = await save({ areaName: 'Salmiya', minBasketValue: 2.125 }, kuwait.outletId, token);
    expect(deliveryArea.minBasketValue).toBe(2.125);
    await expect(save({ areaName: 'Creek', minBasketValue: 2.125 })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { minBasketValue: { code: 'amount_invalid', details: { currency: 'AED' } } } },
    });
  });

  test('is deleted with its outlet', async () => {
    await server.call(
      'DELETE /outlet/delete-outlet/:id',
      { params: { id: ours.outletId }, body: { password: ownersPassword } },
      owner,
    );
    for (const call of [
      () => save(creek),
      () => save(creek, ours.areaId),
      () => remove(ours.areaId),
      () => restore(ours.areaId),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 });
    }
    await server.call('POST /outlet/restore-outlet/:id', { params: { id: ours.outletId } }, owner);
    expect(await list()).toHaveLength(1);
  });
});

describe('a delivery area is refused', () => {
  test.each<[string[], object]>([
    [['areaName', 'minBasketValue'], {}],
    [['minBasketValue'], { areaName: 'Creek' }],
    [['areaName'], { minBasketValue: 5 }],
    [['areaName'], { ...creek, areaName: '' }],
    [['areaName'], { ...creek, areaName: 'x'.repeat(limits.name + 1) }],
    [['minBasketValue'], { ...creek, minBasketValue: -1 }],
    [['minBasketValue'], { ...creek, minBasketValue: '25' }],
    [['deliveryFee'], { ...creek, deliveryFee: 7.255 }],
    [['deliveryFee'], { ...creek, deliveryFee: 1e12 }],
  ])('for its %j: %j', async (fields, body) => {
    await expect(save(body as Body)).rejects.toMatchObject({
      status: 400,
      answer: { fields: Object.fromEntries(fields.map((field) => [field, { code: expect.any(String) }])) },
    });
    expect(await list()).toHaveLength(1);
  });

  test('for a name that the outlet has, in any case; another outlet may have it', async () => {
    const { deliveryArea } = await save(creek);
    for (const call of [() => save({ ...creek, areaName: 'CREEK' }), () => save({ areaName: 'creek' }, ours.areaId)]) {
      await expect(call()).rejects.toMatchObject({
        status: 400,
        answer: { code: 'area.name_taken', name: 'Name in use', fields: { areaName: { code: expect.any(String) } } },
      });
    }
    await expect(save({ areaName: 'CREEK' }, deliveryArea._id)).resolves.toMatchObject({ success: true });
    const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params: { id: ours.outletId } }, owner);
    expect((await list(outlet._id)).map(({ areaName }) => areaName)).toEqual([`Harbour ${ours.canary}`, 'CREEK']);
  });

  test('except for one, when several of a name come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => save(creek)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await list()).toHaveLength(2);
  });

  test('for restoring, when another one has its name by now', async () => {
    await remove(ours.areaId);
    const areaName = `HARBOUR ${ours.canary}`;
    await save({ ...creek, areaName });
    await expect(restore(ours.areaId)).rejects.toMatchObject({
      status: 409,
      answer: {
        code: 'area.restore_conflict',
        msg: `Another area is called Harbour ${ours.canary} by now. Rename it, then restore this one.`,
      },
    });
  });

  test('at the largest number of areas', async () => {
    await transaction(server.db, ours.id, (tx) =>
      tx
        .insertInto('delivery_areas')
        .values(
          Array.from({ length: limits.areasPerOutletMax - 1 }, (_, number) => ({
            restaurant_id: ours.id,
            id: newId<DeliveryAreaId>(),
            outlet_id: ours.outletId,
            name: `Area ${number}`,
            minimum_minor: minorUnits(0),
            created_at: new Date(),
            deleted_at: null,
          })),
        )
        .execute(),
    );
    await expect(save(creek)).rejects.toMatchObject({ status: 409, answer: { code: 'area.too_many' } });
    await remove(ours.areaId);
    await save(creek);
    await expect(restore(ours.areaId)).rejects.toMatchObject({ status: 409, answer: { code: 'area.too_many' } });
  });

  test('when staff or guests send it, or its outlet is unknown', async () => {
    const { token } = await makeOwner(server.db, ours.id, 'staff');
    for (const other of [token, ours.siteToken]) {
      await expect(save(creek, ours.outletId, other)).rejects.toMatchObject({ status: 403 });
      await expect(remove(ours.areaId, other)).rejects.toMatchObject({ status: 403 });
      await expect(restore(ours.areaId, other)).rejects.toMatchObject({ status: 403 });
    }
    await expect(save(creek, newId<OutletId>())).rejects.toMatchObject({ status: 404 });
    await expect(remove(newId<DeliveryAreaId>())).rejects.toMatchObject({ status: 404 });
    await expect(restore(newId<DeliveryAreaId>())).rejects.toMatchObject({ status: 404 });
  });
});

test('parallel changes to different fields are all kept', async () => {
  await Promise.all([
    save({ areaName: 'Dock' }, ours.areaId),
    save({ minBasketValue: 12 }, ours.areaId),
    save({ deliveryFee: 3 }, ours.areaId),
  ]);
  expect(await list()).toMatchObject([{ areaName: 'Dock', minBasketValue: 12, deliveryFee: 3 }]);
});
