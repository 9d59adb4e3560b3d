import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { inCallSpan } from '#server/tracing.ts';
import { JobFailed } from '../jobs/job.ts';
import { authorizationFor } from './authorization.ts';
import { areUsableKeys, encryptPayload, type SubscriptionKeys } from './encrypt-payload.ts';
import { openPushKeys } from './push-keys.ts';
import { lookUpPublic } from '../public-addresses.ts';
import { isNamedOrigin, isPushService } from './push-services.ts';

/** The address at which a push service takes messages for one browser, with the keys of that browser. */
export interface Subscription extends SubscriptionKeys {
  endpoint: string;
}

export interface PushMessage {
  subscription: Subscription;
  /** Read by the browser's service worker. The push service cannot, but a screen shows it to whoever stands before it. */
  payload: Record<string, string>;
  /** A later message with the same topic takes the place of one that was not delivered yet: 32 characters of base64url at most. */
  topic: string;
  /** Seconds for which the push service keeps it while the browser is away. */
  ttlSeconds: number;
}

/** Sends to browsers; the outbox alone calls it. */
export interface Push {
  /**
   * @returns gone when the browser has ended its subscription, for good.
   * @throws PushNotSent when the push service did not accept the message.
   */
  send(message: PushMessage, signal: AbortSignal): Promise<'sent' | 'gone'>;
}

export class PushNotSent extends JobFailed {
  override readonly name = 'PushNotSent';
}

/** Answers that the same message would get again: malformed, signed by keys that are not the subscription's, too long. */
const finalStatuses: readonly number[] = [400, 401, 403, 413];

/** Whether a message can be encrypted for the browser, at a push service that this server calls. */
export function canPushTo(subscription: Subscription, { pushServices }: Pick<Config, 'pushServices'>): boolean {
  return isPushService(subscription.endpoint, pushServices) && areUsableKeys(subscription);
}

export function openPush(deps: Pick<Deps, 'db' | 'config' | 'clock'>): Push {
  const { config, clock } = deps;
  const contact = contactOf(config);
  return {
    async send({ subscription, payload, topic, ttlSeconds }, signal) {
      const { endpoint } = subscription;
      // The list may have become shorter since the browser subscribed.
      if (!isPushService(endpoint, config.pushServices))
        throw new PushNotSent('The push service is not in PUSH_SERVICES', 'refused');
      const keys = await openPushKeys(deps);
      const body = encryptPayload(Buffer.from(JSON.stringify(payload)), subscription);
      const headers = {
        authorization: authorizationFor(keys, endpoint, contact, clock()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: String(ttlSeconds),
        urgency: 'high',
        topic,
      };
      const isNamed = isNamedOrigin(endpoint, config.pushServices);
      const status = await inCallSpan('POST push service', () => post(endpoint, headers, body, isNamed, signal));
      if (status === 404 || status === 410) return 'gone';
      if (status < 200 || status > 299)
        throw new PushNotSent(
          `The push service answered ${status}`,
          finalStatuses.includes(status) ? 'refused' : 'not_accepted',
        );
      return 'sent';
    },
  };
}

/** Push services want to reach whoever sends; some refuse an address that is none. */
function contactOf({ publicUrl, mail }: Config): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}

/** @returns the status; the rest of the answer is not read, and no redirect is followed. */
function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Buffer,
  isNamed: boolean,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((done, failed) => {
    const asked = (endpoint.startsWith('https:') ? tlsRequest : plainRequest)(endpoint, {
      method: 'POST',
      headers,
      signal,
      ...(!isNamed && { lookup: lookUpPublic }),
    });
    asked.on('response', (response) => {
      response.destroy();
      done(response.statusCode ?? 0);
    });
    asked.on('error', (cause) =>
      failed(new PushNotSent('The push service could not be reached', 'not_accepted', { cause })),
    );
    asked.end(body);
  });
}
