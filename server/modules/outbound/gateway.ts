import type { Log } from '#server/log.ts';
import { inCallSpan } from '#server/tracing.ts';

/** An HTTP gateway that messages are handed over to. */
interface Gateway {
  url: string;
  authorization: string | undefined;
  /** The name in the log: 'SMS'. */
  name: string;
}

/** Milliseconds until a gateway must have accepted a message; there are two tries at most. */
const gatewayMs = 4_000;

/**
 * Posts JSON; any 2xx is accepted, any other answer is tried once more.
 * @returns whether it was accepted.
 */
export async function postToGateway(
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
    const response = await inCallSpan(`POST ${name} gateway`, (trace) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...trace,
          ...(authorization === undefined ? {} : { authorization }),
          ...headers,
        },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(gatewayMs),
      }),
    );
    await response.body?.cancel();
    if (!response.ok) log.warn({ status: response.status }, `The ${name} gateway did not accept a message`);
    return response.ok;
  } catch (error) {
    log.warn({ err: error }, `The ${name} gateway could not be reached`);
    return false;
  }
}
