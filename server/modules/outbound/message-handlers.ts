import type { MessageKind } from '#contract/outbound/unsent-messages.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Job, JobHandler } from './jobs/job.ts';
import type { Mail } from './mail.ts';
import { messageRules } from './message-rules.ts';
import { contentOf, type MessagePayload } from './send-message.ts';
import type { Sms } from './sms.ts';
import type { VoiceCalls } from './voice-calls.ts';

/** The part that other domains have in the sending of their messages. */
export interface MessageWatcher {
  /** Asked before each try: a message about something that is over is dropped. */
  isWanted?(tx: Tx, message: SentMessage): Promise<boolean>;
  /** In the transaction that notes that the message was accepted. */
  afterSent?(tx: Tx, message: SentMessage): Promise<void>;
}

interface SentMessage {
  restaurantId: RestaurantId | null;
  /** The id that the sender gave. */
  about: string | null;
}

export type MessageWatchers = Partial<Record<MessageKind, MessageWatcher>>;

interface Drivers {
  config: Pick<Config, 'secret'>;
  mail: Mail;
  sms: Sms;
  calls: VoiceCalls;
  watchers: MessageWatchers;
}

/** The handlers of the queues that lead out of the house. */
export function messageHandlers({ config, mail, sms, calls, watchers }: Drivers) {
  const common = {
    retries: (job: Job) => messageRules[payloadOf(job).kind].retries,
    isWanted: async (tx: Tx, job: Job) =>
      (await watchers[payloadOf(job).kind]?.isWanted?.(tx, sentMessageOf(job))) ?? true,
    conclude: async (tx: Tx, job: Job) => watchers[payloadOf(job).kind]?.afterSent?.(tx, sentMessageOf(job)),
  };
  return {
    // A driver tries twice by itself: 5 s at each step of a mail, 4 s for the answer of a gateway.
    mail: {
      ...common,
      atOnce: 4,
      withinMs: 30_000,
      perform: (job) => mail.send({ ...contentOf(config.secret, job), key: job.key }),
    },
    sms: {
      ...common,
      atOnce: 8,
      withinMs: 10_000,
      perform: (job) => sms.send({ ...contentOf(config.secret, job), key: job.key }),
    },
    call: {
      ...common,
      atOnce: 4,
      withinMs: 10_000,
      perform: (job) => calls.call({ ...contentOf(config.secret, job), key: job.key }),
    },
  } satisfies Record<string, JobHandler>;
}

function payloadOf({ payload }: Job): MessagePayload {
  return payload as MessagePayload;
}

function sentMessageOf(job: Job): SentMessage {
  return { restaurantId: job.restaurantId, about: payloadOf(job).about };
}
