/** P4 to P6: the menu of Miller's Cafe (26 categories, 239 dishes) as data and as a page, and the delay of a change. */
import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './load.ts';
import { ownerTarget, startBare } from './orders.ts';
import { type Product, removeFolder, startProduct } from './product.ts';
import { ms, type Row, whole } from './report.ts';

const slug = 'millers-cafe';
const connections = 64;
const seconds = 6;

export async function measureMenus(): Promise<Row[]> {
  const product = await startProduct('demo');
  try {
    const data = `${product.url}/api/v1/site/${slug}`;
    const page = `${product.url}/${slug}/menu`;
    const target = await ownerTarget(product.dataDir);
    return [
      ...(await besideCached('P4', 'menu data', data, target)),
      ...(await besideCached('P5', 'menu page, server-rendered', page, target)),
      await unchanged(data),
      await saveOnPage(product),
    ];
  } finally {
    await product.stop();
    removeFolder(product.dataDir);
  }
}

/** Compared with a bare server that sends a buffer of the same compressed length. */
async function besideCached(
  goal: string,
  work: string,
  url: string,
  target: Parameters<typeof startBare>[0]['target'],
): Promise<Row[]> {
  const { bytes } = await requestsPerSecond(url, 1);
  const bare = await startBare({ target, bytes });
  try {
    const ours = await requestsPerSecond(url, seconds);
    const cached = await requestsPerSecond(`${bare.url}/cached`, seconds);
    const ratio = ours.perSecond / cached.perSecond;
    return [
      {
        goal,
        work: `${work}, ${(bytes / 1000).toFixed(0)} kB compressed, ${connections} connections`,
        value: `${whole(ours.perSecond)}/s; cached buffer ${whole(cached.perSecond)}/s; ratio ${ratio.toFixed(2)}`,
        aim: 'ratio >= 0.77',
        figures: { perSecond: ours.perSecond, cached: cached.perSecond, ratio },
      },
    ];
  } finally {
    await bare.stop();
  }
}

async function unchanged(url: string): Promise<Row> {
  const answer = await fetch(url);
  const etag = answer.headers.get('etag');
  if (etag === null) throw new Error('The menu data has no ETag');
  const { perSecond } = await requestsPerSecond(url, seconds, { 'if-none-match': etag });
  return { goal: 'P4', work: 'the same, 304 by ETag', value: `${whole(perSecond)}/s`, figures: { perSecond } };
}

async function requestsPerSecond(
  url: string,
  duration: number,
  headers: Record<string, string> = {},
): Promise<{ perSecond: number; bytes: number }> {
  const result = await autocannon({ url, connections, duration, headers: { 'accept-encoding': 'gzip', ...headers } });
  const bad = result.non2xx - (result.statusCodeStats['304']?.count ?? 0);
  if (bad > 0 || result.errors > 0) throw new Error(`${url}: ${bad} refused, ${result.errors} failed`);
  const answered = result.requests.total;
  return { perSecond: answered / result.duration, bytes: Math.round(result.throughput.total / answered) };
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
