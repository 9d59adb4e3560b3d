// npm start: installs what is missing, builds what is stale, runs the server. With --dev it builds again on every change.
import { argv, exit } from 'node:process';
import { bootstrap } from './bootstrap.mjs';
import { isBuildStale } from './build-stamp.mjs';
import { run } from './run.mjs';

bootstrap();
if (isBuildStale()) {
  const code = await run('scripts/build.mjs', ['--quiet']);
  if (code !== 0) exit(code);
}
// React is several times slower without this, and the built apps are production builds in any case. It says nothing about the
// mode of the product: that is ORDER_MANAGER_MODE.
exit(await run('server/main.ts', argv.slice(2), { NODE_ENV: 'production' }));
