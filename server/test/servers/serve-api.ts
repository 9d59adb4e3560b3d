/**
 * The server as a process of its own, without the built apps: `node server/test/servers/serve-api.ts`, configured by
 * the environment.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '..', '..', '..', '.cache', 'compiled'));
const { serve } = await import('#server/serve.ts');
setTimeout(flushCompileCache, 1_000).unref();
process.exit(await serve(process.env, { distFolder: null }));
