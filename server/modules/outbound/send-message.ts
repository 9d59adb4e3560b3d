import type { Language } from '#contract/base/enumerations.ts';
import type { MessageKind } from '#contract/outbound/unsent-messages.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import { enqueue, type NewJob } from './jobs/enqueue.ts';
import { type Job, JobFailed } from './jobs/job.ts';
import type { MailMessage } from './mail.ts';
import { messageRules } from './message-rules.ts';
import type { PushMessage } from './push/push.ts';
import type { SmsMessage } from './sms.ts';

type MailContent = Omit<MailMessage, 'key'>;
/** A text message, or what a voice call says, and in which language. */
type TextContent = Omit<SmsMessage, 'key'> & { language?: Language };

/** A message to the browser of a person; `to` is the id of the row that has its subscription. */
type PushContent = PushMessage & { to: string };

/** A message to somebody outside, as a text, as a mail or to a browser by its kind. */
export interface Message {
  kind: MessageKind;
  /** Null: from the platform itself, to a user. */
  restaurantId: RestaurantId | null;
  content: MailContent | TextContent | PushContent;
  /** The id of what it is about, for the question whether it is still wanted. */
  about?: string;
  /** A second message with the same key is not sent. Defaults to a key of its own. */
  key?: string;
  /** Milliseconds before it is sent, while what it says may still be undone. */
  delayMs?: number;
  /** Milliseconds after which it is of no use, if that is sooner than messages of its kind are. */
  usefulForMs?: number;
}

/** The payload of a message's job. Only the recipient is readable: links and codes sign people in. */
export interface MessagePayload extends Record<string, unknown> {
  kind: MessageKind;
  to: string;
  about: string | null;
  /** The content as JSON, in base64. */
  sealed: string;
}

/**
 * Sends a message: the one way out of the house. It is written in the transaction of the change that causes it, and goes
 * out after the commit, again and again until it is accepted, of no use any more, or given up.
 */
export async function sendMessage(
  tx: Tx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  message: Message,
): Promise<void> {
  await enqueue(tx, jobOf(config.secret, message), clock());
}

/** The same for a message that its caller waits for: this process sends it when `whenCommitted` is called, in one try. */
export async function sendMessageNow(
  tx: Tx,
  { config, outbox }: Pick<Deps, 'config' | 'outbox'>,
  message: Omit<Message, 'key' | 'delayMs'>,
): Promise<{ whenCommitted: () => Promise<boolean> }> {
  const job = await outbox.enqueueOwn(tx, jobOf(config.secret, message));
  return { whenCommitted: () => outbox.perform(job) };
}

function jobOf(secret: string, message: Message): NewJob {
  const { kind, restaurantId, content, about, key = newId(), delayMs = 0 } = message;
  const { queue, usefulForMs: ofKind } = messageRules[kind];
  const usefulForMs = Math.min(ofKind, message.usefulForMs ?? ofKind);
  const sealed = seal(keyOf(secret, sealedUse), key, Buffer.from(JSON.stringify(content)));
  const payload: MessagePayload = { kind, to: content.to, about: about ?? null, sealed: sealed.toString('base64') };
  return { restaurantId, queue, payload, key, delayMs, usefulForMs };
}

/** @throws JobFailed when it was sealed under another SECRET. */
export function contentOf(secret: string, { payload, key }: Job): MailContent & TextContent & PushContent {
  const sealed = Buffer.from((payload as MessagePayload).sealed, 'base64');
  try {
    return JSON.parse(unseal(keyOf(secret, sealedUse), key, sealed).toString()) as MailContent &
      TextContent &
      PushContent;
  } catch (error) {
    throw new JobFailed('The message was written under another SECRET', 'sealed', { cause: error });
  }
}

const sealedUse = 'messages';
