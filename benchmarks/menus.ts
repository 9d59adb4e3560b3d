/**
 * P4 to P6: the menu of Miller's Cafe (26 categories, 239 dishes) as data and as a page, beside a bare `node:http` that
 * sends the same bytes; and the delay of a change.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getText, rawLoop, send } from './load.ts';
import { cpuOf, freePort, type Product, removeFolder, startProduct, untilReady } from './product.ts';
import { ms, type Row } from './report.ts';
import { type Contender, cpuRatioOf, describe, takeTurns } from './slices.ts';

const slug = 'millers-cafe';
const clients = 32;
const turns = 5;
const seconds = 1;

export async function measureMenus(): Promise<Row[]> {
  const product = await startProduct('demo');
  try {
    return [
      await besideBare(product, 'P4', 'menu data', `/api/v1/site/${slug}`),
      await besideBare(product, 'P5', 'menu page', `/${slug}/menu`),
      await besideBare(product, 'P5', 'menu page, 304 by ETag', `/${slug}/menu`, 304),
      await besideBare(product, 'P5', 'a script of the site', await scriptOf(product)),
      await saveOnPage(product),
    ];
  } finally {
    await product.stop();
    removeFolder(product.dataDir);
  }
}

/**
 * CPU per request of the product and of a server that sends the same headers and bytes without looking at the request. CPU
 * that the product uses without requests is not counted: a loud machine would spread it over fewer of them.
 */
async function besideBare(product: Product, goal: string, work: string, path: string, expected = 200): Promise<Row> {
  const first = await fetch(product.url + path, { headers: { 'accept-encoding': 'br' } });
  const bytes = (await first.arrayBuffer()).byteLength;
  const headers: Record<string, string> = { 'accept-encoding': 'br' };
  if (expected === 304) headers['if-none-match'] = first.headers.get('etag') ?? '';
  const bare = await startBareFiles({ origin: product.url, path, headers });
  const text = getText(path, headers);
  const contender = (name: string, url: string, cpu: Contender['cpu']): Contender => ({
    name,
    cpu,
    run: (count, duration) => rawLoop(url, count, duration, () => text, expected),
  });
  try {
    const idlePerMs = await idleCpu(product);
    const contenders = [
      contender('ours', product.url, () => ({
        server: product.cpu().server - idlePerMs * performance.now(),
        database: 0,
      })),
      contender('bare', bare.url, () => ({ server: cpuOf(bare.child.pid!), database: 0 })),
    ];
    await takeTurns(contenders, { clients, turns: 1, seconds: 1 });
    const slices = await takeTurns(contenders, { clients, turns, seconds });
    const [ours, limit] = [describe(slices['ours']!).figures, describe(slices['bare']!).figures];
    const ratio = cpuRatioOf(slices['ours']!, slices['bare']!);
    const micro = (milliseconds: number) => Math.round(milliseconds * 1000);
    return {
      goal,
      work: `${work}, ${(bytes / 1000).toFixed(0)} kB unpacked, ${clients} connections, CPU per request`,
      value: `${micro(ours.serverMs!)} us; bare node:http ${micro(limit.serverMs!)} us; ratio ${ratio.toFixed(2)}`,
      aim: '<= 1.3',
      figures: { ours: ours.serverMs!, bare: limit.serverMs!, ratio, perSecond: ours.perSecond! },
    };
  } finally {
    await bare.stop();
  }
}

/** Milliseconds of CPU that the server uses in a millisecond in which nobody asks for anything. */
async function idleCpu(product: Product): Promise<number> {
  const [before, began] = [product.cpu().server, performance.now()];
  await sleep(3_000);
  return (product.cpu().server - before) / (performance.now() - began);
}

async function scriptOf(product: Product): Promise<string> {
  const page = await (await fetch(`${product.url}/${slug}/menu`)).text();
  const path = /\/assets\/[\w.-]+\.js/.exec(page)?.[0];
  if (path === undefined) throw new Error('The page names no file');
  return path;
}

async function startBareFiles(asked: { origin: string; path: string; headers: Record<string, string> }) {
  const port = await freePort();
  const file = join(import.meta.dirname, 'bare-pages.ts');
  const child: ChildProcess = spawn(process.execPath, [file, JSON.stringify({ ...asked, port })], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * Time from the answer to a merchant who pauses delivery to the first page that says so, polled every few milliseconds.
 */
async function saveOnPage(product: Product): Promise<Row> {
  const api = `${product.url}/api/v1`;
  const json = { 'content-type': 'application/json' };
  const signedIn = await send(
    'POST',
    `${api}/auth/signin`,
    json,
    JSON.stringify({ email: 'millers@demo.test', password: 'demo1234' }),
  );
  const { token } = (JSON.parse(signedIn.body) as { token: { token: string } }).token;
  const authorization = `Bearer ${token}`;
  const outlets = await send('GET', `${api}/outlet/get-all-outlet`, { authorization });
  const outletId = (JSON.parse(outlets.body) as { outlets: { _id: string }[] }).outlets[0]!._id;
  const page = `${product.url}/${slug}/menu`;
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const before = await etagOf(page);
    const saved = await send(
      'PUT',
      `${api}/outlet/update-outlet/${outletId}`,
      { ...json, authorization },
      JSON.stringify({ delivery: n % 2 === 1 }),
    );
    if (saved.status !== 200) throw new Error(`Saving was answered with ${saved.status}`);
    const savedAt = performance.now();
    while ((await etagOf(page)) === before) await sleep(2);
    times.push(performance.now() - savedAt);
  }
  const slowest = Math.max(...times);
  return {
    goal: 'P6',
    work: "a merchant's save is on the menu page (slowest of 40)",
    value: ms(slowest),
    aim: '<= 60 ms',
    figures: { slowest },
  };
}

async function etagOf(url: string): Promise<string> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}
