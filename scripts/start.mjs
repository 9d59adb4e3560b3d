// npm start: installs missing packages, builds what is stale, runs the built server.
// npm run dev: the same from the server's sources, repeated after every change of a source.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { bootstrap, root } from './bootstrap.mjs';
import { appsStamp, serverStamp } from './build-stamp.mjs';
import { run, serverEnvironment } from './run.mjs';

bootstrap();
if (!argv.includes('--dev')) exit((await buildApps()) || (await buildServer()) || (await serve('dist/server/main.js')));

for (;;) {
  const change = nextChange();
  // A failed build leaves nothing to serve until the next change.
  const code = (await buildApps()) || (await serve('server/main.ts', change.signal));
  if (code !== 0 && !change.signal.aborted) console.error('Waiting for a change ...');
  else if (!change.signal.aborted) exit(code);
  await change.happened;
}

async function buildApps() {
  return appsStamp.isStale() ? run('scripts/build.mjs', ['--quiet']) : 0;
}

async function buildServer() {
  return serverStamp.isStale() ? run('scripts/build-server.mjs') : 0;
}

function serve(file, stop) {
  return run(file, [], serverEnvironment, stop);
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
