import { executionAsyncResource } from 'node:async_hooks';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// V8 lets the heap of a small process grow to several times what lives in it, more than 100 MB in a rush. This share costs no measurable time.
setFlagsFromString('--heap-growing-percent=60');
// Finished compilations that another thread frees leave 14 MB of holes in the allocator, which never go back to the system.
setFlagsFromString('--no-maglev-destroy-on-background');
// Called before anything of ours is loaded: Node stores the compiled TypeScript, which makes the next start twice as
// fast.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));
// A tick that stays alive keeps the shape of all ticks alive. Node makes them from computed names, and V8 forgets a shape that
// no object has in two collections: each later tick then takes four calls into V8, five times as long as before.
const kept: object[] = [];
process.nextTick(() => kept.push(executionAsyncResource()));
const { serve } = await import('./serve.ts');
// Node would write the cache at exit, which a killed process does not reach.
setTimeout(flushCompileCache, 10_000).unref();
process.exit(await serve(process.env));
