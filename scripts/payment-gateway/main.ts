// node scripts/payment-gateway/main.ts [port]: the simulated payment gateway as a program of its own.
import { argv } from 'node:process';
import { startPaymentGateway } from './start-payment-gateway.ts';

/** The port that Stripe's own stand-in for tests has. */
const usualPort = 12_111;
// `npm run dev` has ended.
process.on('disconnect', () => process.exit());
const { url } = await startPaymentGateway({ port: Number(argv[2] ?? usualPort) });
console.log(
  `Simulated payment gateway: ${url} (faults and ledger there). Connect it with any key that begins with sk_test_.`,
);
