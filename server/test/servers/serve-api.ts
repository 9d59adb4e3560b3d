/**
 * The server as a process of its own, without the built apps: `node server/test/servers/serve-api.ts`, configured by
 * the environment. It is the built server, which starts in half the time, where that matches the sources: `npm test`
 * builds before it tests, and a single test file needs no build.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { serve as serveFunction } from '#server/serve.ts';
import { serverStamp } from '../../../scripts/build-stamp.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
enableCompileCache(join(root, '.cache', 'compiled'));
const file = serverStamp.isStale() ? 'server/serve.ts' : 'dist/server/serve.js';
const { serve } = (await import(pathToFileURL(join(root, file)).href)) as { serve: typeof serveFunction };
setTimeout(flushCompileCache, 1_000).unref();
process.exit(await serve(process.env, { distFolder: null }));
