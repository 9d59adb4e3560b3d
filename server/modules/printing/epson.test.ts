/** Epson's Server Direct Print, with a scripted printer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { EpsonPrinter, linesOf } from '#server/test/servers/epson-printer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let kitchen: Kitchen;
beforeEach(async () => {
  app.clock.set(new Date());
  kitchen = await openKitchen(app);
});

const second = 1_000;
async function addEpson(change: Parameters<Kitchen['addPrinter']>[0] = {}) {
  const { path, token } = await kitchen.addPrinter({ kind: 'epson', ...change });
  return { path, token, epson: new EpsonPrinter(kitchen.fetch, '', token) };
}

describe('an Epson printer', () => {
  test('is told its address and ID, prints each order once and in sequence, and none from before it was added', async () => {
    await kitchen.placeOrder();
    const { path, token, epson } = await addEpson();
    expect([path, token]).toEqual(['/print/epson', expect.stringMatching(/^[a-z0-9]{27}$/)]);
    expect(await epson.ask()).toBeNull();
    const placed = [await kitchen.placeOrder(), await kitchen.placeOrder(), await kitchen.placeOrder()];
    const tickets = await epson.printAll();
    expect(tickets.map((lines) => lines.find((line) => line.startsWith('#')))).toEqual(
      placed.map(({ orderNumber }) => `#${orderNumber}`),
    );
    expect(tickets[0]).toContain(`Order ${placed[0]!._id}`);
    expect(await kitchen.printedAt(placed[0]!._id)).toEqual(expect.any(String));
  });

  test('has printed only what it says it has, and then says that the next print may be a copy', async () => {
    const { epson } = await addEpson();
    const order = await kitchen.placeOrder();
    const first = await epson.ask();
    expect(first).not.toBeNull();
    // The answer was lost, or the printer was switched off over it.
    expect(await epson.ask()).toBeNull();
    expect(await kitchen.printedAt(order._id)).toBeNull();
    app.clock.advance(31 * second);
    const again = await epson.ask();
    expect(again!.job).toBe(first!.job);
    expect(linesOf(again!.paper)).toContain('REPRINT 1');
    await epson.say(again!.job, true);
    expect(await kitchen.printedAt(order._id)).toEqual(expect.any(String));
    expect(await epson.ask()).toBeNull();
  });

  test('that asks twice at once prints once, and a result that comes twice changes nothing', async () => {
    const { epson } = await addEpson();
    await kitchen.placeOrder();
    const answers = await Promise.all([epson.ask(), epson.ask(), epson.ask()]);
    const jobs = answers.flatMap((request) => (request === null ? [] : [request.job]));
    expect(jobs).toHaveLength(1);
    await Promise.all([epson.say(jobs[0]!, true), epson.say(jobs[0]!, true)]);
    await epson.say(jobs[0]!, false, 'EPTR_REC_EMPTY');
    app.clock.advance(31 * second);
    expect(await epson.ask()).toBeNull();
  });

  test('without paper keeps its ticket however long that lasts, and says so in the list', async () => {
    const { epson } = await addEpson();
    const order = await kitchen.placeOrder();
    for (let poll = 0; poll < 12; poll += 1) {
      const request = await epson.ask();
      await epson.say(request!.job, false, 'EPTR_REC_EMPTY');
      app.clock.advance(5 * second);
    }
    expect(await kitchen.printers()).toMatchObject([{ condition: 'paper_out', waiting: 1, failed: 0 }]);
    const lines = (await epson.printNext())!;
    expect(lines).toContain('REPRINT 1');
    expect(lines).toContain(`#${order.orderNumber}`);
    expect(await kitchen.printers()).toMatchObject([{ condition: 'ok', waiting: 0, failed: 0 }]);
  });

  test('that cannot print a ticket for another reason gives it up after five tries', async () => {
    const { epson } = await addEpson();
    await kitchen.placeOrder();
    for (let tries = 0; tries < 5; tries += 1) await epson.say((await epson.ask())!.job, false, 'SchemaError');
    expect(await epson.ask()).toBeNull();
    expect(await kitchen.printers()).toMatchObject([{ condition: 'error', waiting: 0, failed: 1 }]);
  });

  test('gets Arabic drawn, and amounts and names with signs of XML as they are', async () => {
    const { epson } = await addEpson();
    const settings = { locale: 'ar' as const, languages: ['ar' as const] };
    await app.call('POST /restaurant/update-settings', { body: settings }, kitchen.owner.token);
    const order = await kitchen.placeOrder();
    const { paper, job } = (await epson.ask())!;
    const pictures = paper.filter(({ kind }) => kind === 'picture');
    expect(pictures.length).toBeGreaterThan(4);
    expect(pictures.every((one) => one.kind === 'picture' && one.raster.some((byte) => byte !== 0))).toBe(true);
    expect(linesOf(paper)).toContain(`#${order.orderNumber}`);
    await epson.say(job, true);
    const params = { id: kitchen.made.items.special };
    await app.call(
      'POST /menu/update-items-modifier/:id',
      { params, form: { name: 'Fish & <"chips">' } },
      kitchen.owner.token,
    );
    await app.call(
      'POST /restaurant/update-settings',
      { body: { locale: 'en', languages: ['en'] } },
      kitchen.owner.token,
    );
    await kitchen.placeOrder();
    expect((await epson.printNext())!.join('\n')).toContain('2 x Fish & <"chips">');
  });
});

describe('the ID of an Epson printer', () => {
  test('opens nothing to a stranger, to a deleted printer and by a former ID', async () => {
    const { token, epson } = await addEpson();
    await kitchen.placeOrder();
    for (const id of ['', 'a'.repeat(27)]) {
      const stranger = new EpsonPrinter(kitchen.fetch, '', id);
      expect((await stranger.post({ ConnectionType: 'GetRequest' })).status).toBe(404);
    }
    const [printer] = await kitchen.printers();
    const { secretId } = await app.call(
      'POST /printing/new-address/:id',
      { params: { id: printer!._id } },
      kitchen.owner.token,
    );
    expect((await epson.post({ ConnectionType: 'GetRequest' })).status).toBe(404);
    const moved = new EpsonPrinter(kitchen.fetch, '', secretId!);
    expect(secretId).not.toBe(token);
    expect(await moved.ask()).not.toBeNull();
    await app.call('DELETE /printing/delete-printer/:id', { params: { id: printer!._id } }, kitchen.owner.token);
    expect((await moved.post({ ConnectionType: 'GetRequest' })).status).toBe(404);
  });

  test("takes no result for another printer's ticket, and nothing that is not of the protocol", async () => {
    const [mine, theirs] = [await addEpson(), await addEpson({ name: 'Bar' })];
    const order = await kitchen.placeOrder();
    const { job } = (await theirs.epson.ask())!;
    await mine.epson.say(job, true);
    expect(await kitchen.printedAt(order._id)).toBeNull();
    expect((await mine.epson.post({ ConnectionType: 'SetStatus', Status: '<x/>' })).status).toBe(200);
    expect((await mine.epson.post({ ConnectionType: 'Else' })).status).toBe(400);
    for (const file of [
      '',
      '<',
      '<ePOSPrint></ePOSPrint>',
      `<ePOSPrint><printjobid>${'z'.repeat(25)}</printjobid><response success="true"/></ePOSPrint>`,
    ]) {
      expect((await mine.epson.post({ ConnectionType: 'SetResponse', ResponseFile: file })).status).toBe(200);
    }
  });
});
