import type { MessageKind } from '#contract/outbound/unsent-messages.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type DropReason, type Job, JobFailed, type JobHandler } from './jobs/job.ts';
import type { Mail } from './mail.ts';
import { messageRules } from './message-rules.ts';
import type { Push } from './push/push.ts';
import { contentOf, type MessagePayload } from './send-message.ts';
import type { Sms } from './sms.ts';
import type { VoiceCalls } from './voice-calls.ts';

/** The part that other domains have in the sending of their messages. */
export interface MessageWatcher {
  /** Asked before each try: a message about something that is over is dropped. */
  isWanted?(tx: Tx, message: SentMessage): Promise<boolean>;
  /** In the transaction that notes that the message was accepted. */
  afterSent?(tx: Tx, message: SentMessage): Promise<void>;
  /** In the transaction that drops the message, or gives it up. */
  afterUnsent?(tx: Tx, message: SentMessage, reason: DropReason): Promise<void>;
  /** In the transaction that ends it: the browser that it went to, at the endpoint, takes no more. */
  afterGone?(tx: Tx, message: SentMessage, endpoint: string): Promise<void>;
}

interface SentMessage {
  restaurantId: RestaurantId | null;
  /** The id that the sender gave. */
  about: string | null;
  /** The key that the sender gave. */
  key: string;
  /** The recipient: a number, an address, or the id of a push device. */
  to: string;
}

export type MessageWatchers = Partial<Record<MessageKind, MessageWatcher>>;

interface Drivers {
  config: Pick<Config, 'secret'>;
  mail: Mail;
  sms: Sms;
  calls: VoiceCalls;
  push: Push;
  watchers: MessageWatchers;
}

/** The handlers of the queues that lead out of the house. */
export function messageHandlers({ config, mail, sms, calls, push, watchers }: Drivers) {
  const afterDropped = async (tx: Tx, job: Job, reason: DropReason) =>
    watchers[payloadOf(job).kind]?.afterUnsent?.(tx, sentMessageOf(job), reason);
  const common = {
    retries: (job: Job) => messageRules[payloadOf(job).kind].retries,
    isWanted: async (tx: Tx, job: Job) =>
      (await watchers[payloadOf(job).kind]?.isWanted?.(tx, sentMessageOf(job))) ?? true,
    conclude: async (tx: Tx, job: Job) => watchers[payloadOf(job).kind]?.afterSent?.(tx, sentMessageOf(job)),
    afterDropped,
    afterGivenUp: (tx: Tx, job: Job, error: unknown) =>
      afterDropped(tx, job, error instanceof JobFailed ? error.problem : 'unexpected'),
    isDroppedInTheEnd: (job: Job) => messageRules[payloadOf(job).kind].isDroppedInTheEnd === true,
  };
  // A driver tries twice by itself: a mail server has a minute for each answer, a gateway 4 s.
  const mails: JobHandler = {
    ...common,
    atOnce: 4,
    withinMs: 150_000,
    perform: (job) => mail.send({ ...contentOf(config.secret, job), key: job.key }),
  };
  const texts: JobHandler = {
    ...common,
    atOnce: 8,
    withinMs: 10_000,
    perform: (job) => sms.send({ ...contentOf(config.secret, job), key: job.key }),
  };
  return {
    mail: mails,
    'order-mail': mails,
    sms: texts,
    'order-sms': texts,
    call: {
      ...common,
      atOnce: 4,
      withinMs: 10_000,
      perform: (job) => calls.call({ ...contentOf(config.secret, job), key: job.key }),
    },
    push: {
      ...common,
      atOnce: 8,
      withinMs: 10_000,
      perform: (job, signal) => push.send(contentOf(config.secret, job), signal),
      conclude: async (tx, job, outcome) =>
        outcome === 'gone'
          ? watchers[payloadOf(job).kind]?.afterGone?.(
              tx,
              sentMessageOf(job),
              contentOf(config.secret, job).subscription.endpoint,
            )
          : common.conclude(tx, job),
    },
  } satisfies Record<string, JobHandler>;
}

function payloadOf({ payload }: Job): MessagePayload {
  return payload as MessagePayload;
}

function sentMessageOf(job: Job): SentMessage {
  const { about, to } = payloadOf(job);
  return { restaurantId: job.restaurantId, about, to, key: job.key };
}
