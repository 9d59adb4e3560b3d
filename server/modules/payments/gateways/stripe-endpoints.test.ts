/** The addresses of notifications that connecting makes and ends at Stripe. */
import { expect, test } from 'vitest';
import { openPaymentGateway } from '#server/test/servers/payment-gateway.ts';
import { connectStripe } from './stripe.ts';

const notifyUrl = 'https://orders.test/notify';

async function open() {
  const simulator = await openPaymentGateway();
  const secretKey = simulator.newKey();
  return {
    simulator,
    connect: (url: string) => connectStripe(secretKey, { url: simulator.url }, url),
    /** The ids of all endpoints of the account, or of those of an address. */
    endpoints: async (url?: string): Promise<string[]> => {
      const headers = { authorization: `Bearer ${secretKey}` };
      const answer = await fetch(`${simulator.url}/v1/webhook_endpoints`, { headers });
      const { data } = (await answer.json()) as { data: { id: string; url: string }[] };
      return data.filter((endpoint) => url === undefined || endpoint.url === url).map(({ id }) => id);
    },
  };
}

test('an account that is full is connected again in the place of its own endpoint, and otherwise not at all', async () => {
  const { connect, endpoints } = await open();
  const { keys } = await connect(notifyUrl);
  const before = await endpoints(notifyUrl);
  for (let n = 1; n <= 15; n++) await connect(`https://orders.test/${n}`);
  const again = await connect(notifyUrl);
  expect(again.keys.notifications).toMatch(/^whsec_/);
  expect(again.keys.notifications).not.toBe(keys.notifications);
  await again.endOlder();
  const after = await endpoints(notifyUrl);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(await endpoints()).toHaveLength(16);
  await expect(connect('https://orders.test/more')).rejects.toMatchObject({
    name: 'GatewayFailed',
    isKeyRefused: false,
  });
});

test('a fault of the gateway ends no endpoint', async () => {
  const { simulator, connect, endpoints } = await open();
  await connect(notifyUrl);
  const before = await endpoints();
  simulator.setFaults({ failing: 1 });
  await expect(connect(notifyUrl)).rejects.toMatchObject({ name: 'GatewayFailed' });
  simulator.setFaults({ failing: 0 });
  expect(await endpoints()).toEqual(before);
});
