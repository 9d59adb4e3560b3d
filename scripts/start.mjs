// npm start: installs missing packages, builds what is stale, runs the built server.
// npm run dev: the same from the server's sources, repeated after every change of a source, beside a simulated payment gateway.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';
import { bootstrap, root } from './bootstrap.mjs';
import { appsStamp, serverStamp } from './build-stamp.mjs';
import { productNode, run, serverEnvironment } from './run.mjs';

bootstrap();
if (!argv.includes('--dev'))
  exit((await buildApps()) || (await buildServer()) || (await run('dist/server/main.js', [], serverEnvironment)));

const environment = { ...serverEnvironment, ...(await startPaymentGateway()) };
for (;;) {
  const change = nextChange();
  // A failed build leaves nothing to serve until the next change.
  const built = await buildApps();
  // A change during the build asks for another one, not for a server that no signal to this process would end.
  const code = built || (change.signal.aborted ? 0 : await run('server/main.ts', [], environment, change.signal));
  if (code !== 0 && !change.signal.aborted) console.error('Waiting for a change ...');
  else if (!change.signal.aborted) exit(code);
  await change.happened;
}

async function buildApps() {
  return appsStamp.isStale() ? run('scripts/build.mjs', ['--quiet']) : 0;
}

async function buildServer() {
  return serverStamp.isStale() ? run('scripts/build-server.mjs', []) : 0;
}

/**
 * Starts the simulated gateway, which lives as long as this process. Answers the setting that leads the server there; nothing
 * where the caller has set another.
 */
async function startPaymentGateway() {
  if (env.STRIPE_API_URL !== undefined || env.ORDER_MANAGER_MODE === 'production') return {};
  const port = (await freePort(12_111)) ?? (await freePort(0));
  // Not by `run`, which takes signals for its child: this process must end by them also while no server runs.
  spawn(productNode(), ['scripts/payment-gateway/main.ts', String(port)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { STRIPE_API_URL: `http://127.0.0.1:${port}` };
}

/** The port itself, or any where it is 0; null where another program has it. */
async function freePort(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}

/** Resolves at the next change of a source, once it is quiet again: editors write files in several steps. */
function nextChange() {
  const change = new AbortController();
  const happened = new Promise((done) => {
    let timer;
    const watchers = ['contract', 'server', 'storefront', 'dashboard'].map((folder) =>
      watch(join(root, folder), { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          for (const watcher of watchers) watcher.close();
          change.abort();
          done();
        }, 100);
      }),
    );
  });
  return { signal: change.signal, happened };
}
