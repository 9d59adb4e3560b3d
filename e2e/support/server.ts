/**
 * The product as it was built, for one run of the browser tests, on a temporary data folder, beside a simulated payment gateway. A parent process may send the instant that
 * its clock shows from now on: see `own-server.ts`.
 */
import { rm } from 'node:fs/promises';
import type { serve as serveFunction } from '#server/serve.ts';
import { startPaymentGateway } from '../../scripts/payment-gateway/start-payment-gateway.ts';

const built = new URL('../../dist/server/serve.js', import.meta.url).href;
const { serve } = (await import(built)) as { serve: typeof serveFunction };

let aheadMs = 0;
process.on('message', (instant: string) => {
  aheadMs = Date.parse(instant) - Date.now();
  process.send?.(instant);
});

const gateway = await startPaymentGateway();
const exitCode = await serve(
  { ...process.env, STRIPE_API_URL: gateway.url },
  { clock: () => new Date(Date.now() + aheadMs) },
);
const folder = process.env['DATA_DIR'];
if (folder !== undefined) await rm(folder, { recursive: true, force: true });
process.exit(exitCode);
