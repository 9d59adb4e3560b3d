/** The results that Epson printers report are small documents of fixed form; these are not. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { EpsonPrinter } from '#server/test/servers/epson-printer.ts';
import { readResults } from './epson.ts';

const job = '3w5e11264sgsf';
const result = (name: string, response: string) =>
  `<ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${name}</printjobid></Parameter><PrintResponse>${response}</PrintResponse></ePOSPrint>`;
const printed = '<response success="true" code="" status="251854870"/>';

describe('a result', () => {
  test.each([
    ['success="true" code=""', true, 200],
    ['success="1" code=""', true, 200],
    ['success = "true"\n code = ""', true, 200],
    ['success="false" code="EPTR_REC_EMPTY"', false, 410],
    ['success="false" code="EPTR_COVER_OPEN"', false, 420],
    ['success="false" code="EPTR_CUTTER"', false, 411],
    ['success="false" code="SchemaError"', false, 520],
    ['success="false" code="constructor"', false, 520],
    ['success="false" code="__proto__"', false, 520],
    ['success="false" code=""', false, 520],
    ['success="false"', false, 520],
    ['success="TRUE"', false, 520],
    ['notsuccess="true"', false, 520],
    ['', false, 520],
  ])('<response %s/>', (attributes, isPrinted, status) => {
    const [only, ...others] = readResults(result(job, `<response ${attributes}/>`));
    expect([only?.isPrinted, only?.status, others]).toEqual([isPrinted, status, []]);
  });

  test.each([
    ['without a job', result('', printed)],
    ['of a job with other signs', result('../../x', printed)],
    ['of a job that is too large', result('z'.repeat(25), printed)],
    ['of a job of a thousand letters', result('a'.repeat(1_000), printed)],
    ['without a response', result(job, '')],
    ['cut off in the response', result(job, printed).slice(0, -60)],
    ['that is empty', ''],
    ['that is no XML', '\u0000{"success":true}'],
  ])('%s says nothing', (_, file) => {
    expect(readResults(file)).toEqual([]);
  });

  test('names the job that was printed, each its own', () => {
    const file = `<PrintResponseInfo Version="2.00">${result(job, printed)}${result('1', '<response success="false"/>')}</PrintResponseInfo>`;
    expect(readResults(file)).toEqual([
      { job: expect.any(String), isPrinted: true, status: 200 },
      { job: '00000000-0000-0000-0000-000000000001', isPrinted: false, status: 520 },
    ]);
    expect(readResults(file)[0]!.job).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test('is one of twenty at most, whatever the file holds', () => {
    const names = Array.from({ length: 500 }, (_, index) => (index + 1).toString(36));
    const results = readResults(names.map((name) => result(name, printed)).join(''));
    expect(results).toHaveLength(20);
    expect(results.at(-1)!.job).toBe('00000000-0000-0000-0000-000000000014');
  });

  test.each([
    ['open tags', '<ePOSPrint>'.repeat(80_000)],
    ['open jobs', '<printjobid>'.repeat(80_000)],
    ['a job of blanks', `<ePOSPrint><printjobid>${' '.repeat(900_000)}</ePOSPrint>`],
    ['a response of blanks', result(job, `<response${' '.repeat(900_000)}/>`)],
    ['a response of words', result(job, `<response ${'success = '.repeat(90_000)}/>`)],
    ['a response without an end', `<ePOSPrint><printjobid>${job}</printjobid><response ${'code="'.repeat(150_000)}`],
    ['closing tags', '</ePOSPrint>'.repeat(80_000)],
  ])('%s by the megabyte are read in no time', (_, file) => {
    const begin = performance.now();
    for (const { isPrinted } of readResults(file)) expect(isPrinted).toBe(false);
    // Each takes some milliseconds; what grows with the square takes minutes.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});

describe('a printer', () => {
  let app: TestApp;
  let kitchen: Kitchen;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(new Date());
    kitchen = await openKitchen(app);
  });

  async function fetched() {
    const { token } = await kitchen.addPrinter({ kind: 'epson' });
    const epson = new EpsonPrinter(kitchen.fetch, '', token);
    const order = await kitchen.placeOrder();
    const request = (await epson.ask())!;
    const say = async (file: string) =>
      (await epson.post({ ConnectionType: 'SetResponse', ResponseFile: file })).status;
    return { epson, order, say, job: request.job };
  }

  test('that sends more than 64 kB is refused, and its ticket waits', async () => {
    const { epson, order, say, job: own } = await fetched();
    expect(await say(`${'x'.repeat(70_000)}${result(own, printed)}`)).toBe(413);
    expect(await kitchen.printedAt(order._id)).toBeNull();
    app.clock.advance(31_000);
    expect((await epson.ask())!.job).toBe(own);
  });

  test('that sends a result without its end is offered its ticket again, and it counts as no failure', async () => {
    const { epson, order, say, job: own } = await fetched();
    expect(await say(`<ePOSPrint><printjobid>${own}</printjobid><response success="true"`)).toBe(200);
    expect(await kitchen.printedAt(order._id)).toBeNull();
    expect(await kitchen.printers()).toMatchObject([{ condition: null, waiting: 1, failed: 0 }]);
    app.clock.advance(31_000);
    const again = (await epson.ask())!;
    await epson.say(again.job, true);
    expect(await kitchen.printedAt(order._id)).toEqual(expect.any(String));
  });

  test('that reports jobs which it never had prints none and fails none, beside its own', async () => {
    const { order, say, job: own } = await fetched();
    const strangers = ['1', 'constructor', 'f5lxx1zz5pnorynqglhzmsp33'].map((name) => result(name, printed));
    expect(await say(strangers.join(''))).toBe(200);
    expect(await kitchen.printedAt(order._id)).toBeNull();
    expect(await say(`${strangers.join('')}${result(own, printed)}`)).toBe(200);
    expect(await kitchen.printedAt(order._id)).toEqual(expect.any(String));
    expect(await kitchen.printers()).toMatchObject([{ waiting: 0, failed: 0 }]);
  });

  test('that gives a reason like the name of a property has failed, and the server goes on', async () => {
    const { epson, job: own } = await fetched();
    await epson.say(own, false, 'constructor');
    expect(await kitchen.printers()).toMatchObject([{ condition: 'error' }]);
    expect((await epson.post({ ConnectionType: 'GetRequest' })).status).toBe(200);
  });
});
