import type { Log } from '#server/log.ts';

/** Where messages are handed over by HTTP. */
export interface Gateway {
  url: string;
  authorization: string | undefined;
  /** As the log calls it: 'SMS'. */
  name: string;
}

/** How long a gateway may take to accept something, twice at most. */
const gatewayMs = 4_000;

/** Posts JSON; any 2xx is accepted, anything else is tried once more ("SMS gateway"). @returns whether it was accepted. */
export async function handOver(
  gateway: Gateway,
  body: object,
  headers: Record<string, string>,
  log: Log,
): Promise<boolean> {
  return (await isAccepted(gateway, body, headers, log)) || (await isAccepted(gateway, body, headers, log));
}

async function isAccepted(
  { url, authorization, name }: Gateway,
  body: object,
  headers: Record<string, string>,
  log: Log,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(gatewayMs),
    });
    await response.body?.cancel();
    if (!response.ok) log.warn({ status: response.status }, `The ${name} gateway did not accept a message`);
    return response.ok;
  } catch (error) {
    log.warn({ err: error }, `The ${name} gateway could not be reached`);
    return false;
  }
}
