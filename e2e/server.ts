/** The product for one run of the browser tests, on a data folder of its own that goes with it. */
import { rm } from 'node:fs/promises';
import { serve } from '#server/serve.ts';

const exitCode = await serve(process.env);
const folder = process.env['DATA_DIR'];
if (folder !== undefined) await rm(folder, { recursive: true, force: true });
process.exit(exitCode);
