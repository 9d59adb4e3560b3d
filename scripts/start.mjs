// npm start: installs missing packages, builds stale apps, runs the server.
// npm run dev: the same, repeated after every change of a source.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { bootstrap, root } from './bootstrap.mjs';
import { isBuildStale } from './build-stamp.mjs';
import { run, serverEnvironment } from './run.mjs';

bootstrap();
if (!argv.includes('--dev')) exit((await build()) || (await serve()));

for (;;) {
  const change = nextChange();
  // A failed build leaves nothing to serve until the next change.
  const code = (await build()) || (await serve(change.signal));
  if (code !== 0 && !change.signal.aborted) console.error('Waiting for a change ...');
  else if (!change.signal.aborted) exit(code);
  await change.happened;
}

async function build() {
  return isBuildStale() ? run('scripts/build.mjs', ['--quiet']) : 0;
}

function serve(stop) {
  return run('server/main.ts', [], serverEnvironment, stop);
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
