/** P20: the release archive from its packing to the first order of a guest, on a machine that has nothing but it. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '#contract/base/api.ts';
import { type CallAnswer, type CallInput, createClient } from '#contract/base/client.ts';
import { median } from './load.ts';
import { freePort, newFolder, removeFolder, untilReady } from './product.ts';
import { ms, type Row } from './report.ts';

const projectFolder = join(import.meta.dirname, '..');
const slug = 'demo';
const phone = '+971501234567';
/** Odd, because medians are taken. */
const starts = 3;

export async function measureRelease(): Promise<Row[]> {
  const archive = packRelease();
  const folder = newFolder();
  try {
    const began = performance.now();
    runOrThrow('tar', ['-xzf', archive, '-C', folder, '--no-same-owner', '--strip-components=1']);
    const unpackMs = performance.now() - began;
    // The database's user enters the folder, which is made for its owner alone.
    chmodSync(folder, 0o755);
    const packedMb = statSync(archive).size / 1e6;
    const unpackedMb = bytesIn(folder) / 1e6;
    const times: FirstOrder[] = [];
    for (let n = 0; n < starts; n++) times.push(await timeFirstOrder(folder, join(folder, `data-${n}`)));
    const [readyMs, orderedMs] = [median(times.map((one) => one.readyMs)), median(times.map((one) => one.orderedMs))];
    const slowestMs = Math.max(...times.map((one) => one.orderedMs));
    return [
      {
        goal: 'P20',
        work: `archive: from ./order-manager on an empty data folder to ready / to the demo's first order (median of ${starts})`,
        value: `${ms(readyMs)} / ${ms(orderedMs)}, at most ${ms(slowestMs)}`,
        aim: 'first order <= 15 s',
        figures: { readyMs, orderedMs, slowestMs },
      },
      {
        work: 'archive: packed / unpacked / time to unpack',
        value: `${packedMb.toFixed(1)} MB / ${unpackedMb.toFixed(1)} MB / ${ms(unpackMs)}`,
        figures: { packedMb, unpackedMb, unpackMs },
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

/** Packs the archive anew, so that what is measured is this checkout. @returns its path. */
function packRelease(): string {
  const printed = runOrThrow(process.execPath, [join(projectFolder, 'scripts', 'release.mjs')]);
  return printed.trim().split('\n').at(-1)!;
}

function runOrThrow(program: string, args: string[]): string {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return stdout;
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

interface FirstOrder {
  /** Milliseconds from the start of the program to the first 200 of /readyz. */
  readyMs: number;
  /** Milliseconds from the start of the program to the answer that the order is placed. */
  orderedMs: number;
}

async function timeFirstOrder(folder: string, dataDir: string): Promise<FirstOrder> {
  mkdirSync(dataDir);
  const port = await freePort();
  const started = performance.now();
  const child = spawn(join(folder, 'order-manager'), [], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // The environment has nothing of this checkout, nor of the Node that runs it.
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir },
  });
  try {
    const url = `http://localhost:${port}`;
    await untilReady(url, child);
    const readyMs = performance.now() - started;
    await orderAsNewGuest(url);
    return { readyMs, orderedMs: performance.now() - started };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Opens the menu, chooses a dish for pickup, signs up by the code that was sent, and orders, as a phone does. */
async function orderAsNewGuest(url: string): Promise<void> {
  let token: string | null = null;
  const client = createClient({ fetch, token: () => token, origin: url });
  const call = <R extends Route>(route: R, input: CallInput<R>): Promise<CallAnswer<R>> => client.call(route, input);

  const page = await fetch(`${url}/${slug}/menu`);
  if (!page.ok || !(await page.text()).includes('</html>')) throw new Error(`The menu was answered ${page.status}`);
  const { siteToken, outlets, items } = await call('GET /site/:slug', { params: { slug } });
  token = siteToken;
  const outlet = outlets.find(({ modes }) => modes.pickup.acceptsOrders && modes.pickup.takesCash)!;
  const dish = items.find(
    ({ soldOut, soldOutAt, modifierList, InActiveOutletIds: off }) =>
      !soldOut && soldOutAt.length === 0 && modifierList.length === 0 && !off.includes(outlet._id),
  )!;
  const basket = { outletId: outlet._id, deliveryMode: 'pickup', items: [{ itemId: dish._id, quantity: 1 }] };
  const { quote } = await call('POST /order/quote-order', { body: basket });
  if (quote.problems.length > 0) throw new Error(`The demo takes no order: ${quote.problems[0]!.msg}`);

  const guest = { restaurantName: slug, number: phone };
  await call('POST /auth/sent-otp', { body: guest });
  const inbox = (await (await fetch(`${url}/dev/inbox.json`)).json()) as { messages: { to: string; text: string }[] };
  const otpCode = inbox.messages.find(({ to }) => to === phone)!.text.match(/\b\d{5}\b/)![0];
  token = (await call('POST /auth/verify-otp', { body: { ...guest, otpCode } })).customer.token;
  const registered = { ...guest, name: 'Omar Aziz', email: 'guest@example.com' };
  token = (await call('POST /auth/register-customer', { body: registered })).token;
  const body = { ...basket, paymentMethod: 'cash on pickup', totalPrice: quote.total };
  await call('POST /order/create-order', { body, idempotencyKey: randomUUID() });
}
