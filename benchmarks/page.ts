/**
 * P13: Lighthouse on the largest real menu, Miller's Cafe (26 categories, 239 dishes), on a simulated phone (slow 4G, a
 * processor four times slower), and its largest paint compared with the same page as static HTML.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { findChrome } from '../scripts/find-chrome.mjs';
import { freePort, newFolder, type Product, removeFolder, startProduct } from './product.ts';
import { ms, type Row } from './report.ts';

const path = '/millers-cafe/menu';
const categories = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof categories;
/** Odd, because medians are taken. */
const runs = 3;

interface Look {
  scores: Record<Category, number>;
  /** Milliseconds until the largest contentful paint. */
  largestPaint: number;
  /** The audits that cost points. */
  failures: string[];
}

export async function measurePage(): Promise<Row[]> {
  const product = await startProduct('demo');
  const still = await startStillPage(product);
  const profile = newFolder();
  const chrome = await startChrome(profile);
  try {
    const ours = await looks(`${product.url}${path}`, chrome.port);
    const asHtml = await looks(`${still.url}${path}`, chrome.port);
    const ratio =
      median(ours.map(({ largestPaint }) => largestPaint)) / median(asHtml.map((look) => look.largestPaint));
    for (const failure of new Set(ours.flatMap(({ failures }) => failures))) console.error(`  ${failure}`);
    return [
      ...(Object.keys(categories) as Category[]).map((category): Row => {
        const score = median(ours.map(({ scores }) => scores[category]));
        return {
          goal: 'P13',
          work: `Lighthouse mobile, menu of 239 dishes: ${category}`,
          value: String(score),
          aim: `>= ${categories[category]}`,
          figures: { score },
        };
      }),
      {
        goal: 'P13',
        work: 'the same, largest contentful paint beside static HTML',
        value: `${ms(median(ours.map((look) => look.largestPaint)))}; static ${ms(median(asHtml.map((look) => look.largestPaint)))}; ratio ${ratio.toFixed(2)}`,
        aim: 'ratio <= 1.1',
        figures: { ratio },
      },
    ];
  } finally {
    chrome.process.kill();
    await once(chrome.process, 'exit');
    still.server.close();
    await product.stop();
    removeFolder(product.dataDir);
    removeFolder(profile);
  }
}

async function looks(url: string, port: number): Promise<Look[]> {
  const found: Look[] = [];
  // The first run warms the server's caches, as earlier guests would.
  for (let run = 0; run <= runs; run++) {
    const look = await lookAt(url, port);
    if (run > 0) found.push(look);
  }
  return found;
}

async function lookAt(url: string, port: number): Promise<Look> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyCategories: Object.keys(categories),
  });
  if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaint: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    failures: Object.values(lhr.audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map(({ id, title, displayValue = '' }) => `${id}: ${title} ${displayValue}`),
  };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[(values.length - 1) / 2]!;

/**
 * Serves the menu page without its scripts and their data, from a server that does nothing else; pictures and styles
 * are the product's.
 */
async function startStillPage(product: Product): Promise<{ server: Server; url: string }> {
  const answer = await fetch(`${product.url}${path}`);
  const text = (await answer.text())
    .replaceAll(/<template id="scripts">.*?<\/template>\n?/gs, '')
    .replaceAll(/<script type="(module|application\/json)".*?<\/script>\n?/gs, '')
    .replaceAll(/<link rel="(modulepreload|manifest)"[^>]*>\n?/g, '');
  const page = gzipSync(text);
  const server = createServer((request, response) => {
    if (request.url === path) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(page);
      return;
    }
    fetch(`${product.url}${request.url ?? ''}`)
      .then(async (found) => {
        const body = Buffer.from(await found.arrayBuffer());
        const type = found.headers.get('content-type') ?? 'text/plain';
        const isText = /text|javascript/.test(type);
        response
          .writeHead(found.status, { 'content-type': type, ...(isText ? { 'content-encoding': 'gzip' } : {}) })
          .end(isText ? gzipSync(body) : body);
      })
      .catch(() => response.writeHead(502).end());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${port}` };
}

/** Starts a Chrome with remote debugging; it writes its port into its profile. */
async function startChrome(profile: string): Promise<{ process: ChildProcess; port: number }> {
  const { executablePath, args, env } = await findChrome();
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      'about:blank',
    ],
    { stdio: 'ignore', env },
  );
  const portFile = join(profile, 'DevToolsActivePort');
  for (let waited = 0; waited < 30_000; waited += 50) {
    const port = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8').split('\n')[0]) : Number.NaN;
    if (port > 0) return { process: child, port };
    await sleep(50);
  }
  child.kill();
  throw new Error('The browser did not start within half a minute');
}
