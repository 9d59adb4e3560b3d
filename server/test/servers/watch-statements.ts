import { loadModule } from 'libpg-query';
import { Client, type Pool } from 'pg';
import { faultsOf } from '#server/walls/statements.ts';

/** Texts that were looked at in all databases of the process, with their faults. */
const known = { ofRestaurant: new Map<string, string[]>(), ofPlatform: new Map<string, string[]>() };
/** Files whose statements are not the product's; those in between belong to nobody. */
const ofTests = /\.test\.ts|\/server\/(test|faults|walls)\//;
const between = /node_modules|node:|\/server\/db\/(?!seed|backup)|\/server\/test\/servers\/watch-statements/;

/** Refuses the product's statements that the wall of `server/walls/statements.ts` knows a fault of, so that the test which sends one fails. */
export async function watchStatements(pool: Pool): Promise<void> {
  await loadModule();
  pool.on('connect', (client) => {
    let ofRestaurant = false;
    client.query = ((...args: unknown[]) => {
      const [asked] = args as [string | { text: string }];
      const text = typeof asked === 'string' ? asked : asked.text;
      if (/^begin\b/.test(text)) ofRestaurant = text.includes(`set_config('app.restaurant_id'`);
      const faults = findFaults(text, ofRestaurant);
      if (faults.length > 0) throw new Error(`A statement that crosses the wall: ${faults.join('; ')}\n${text}`);
      // At the time of the call, because tests watch the prototype as well.
      return (Client.prototype.query as (...given: unknown[]) => unknown).apply(client, args);
    }) as typeof client.query;
  });
}

/** A text that a test sends is the test's from then on: who sends it is slow to say. */
function findFaults(text: string, ofRestaurant: boolean): string[] {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return [];
  const found = known[ofRestaurant ? 'ofRestaurant' : 'ofPlatform'];
  let faults = found.get(text);
  if (faults === undefined) {
    faults = faultsOf(text, { ofRestaurant });
    if (faults.length > 0 && isOfTest()) faults = [];
    found.set(text, faults);
  }
  return faults;
}

/** Whether a test sends what is sent now. Nobody knows it of what nobody in the product waits for, which is let pass. */
function isOfTest(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const frames = (new Error('here').stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = stackTraceLimit;
  const sender = frames.find((frame) => frame.includes('/server/') && !between.test(frame));
  return sender === undefined || ofTests.test(sender);
}
