import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { DevInbox } from './dev-inbox.ts';
import { postToGateway } from './gateway.ts';
import { JobFailed } from './jobs/job.ts';

export interface SmsMessage {
  /** E.164: '+971501234567'. */
  to: string;
  text: string;
  /** Equal for each try, so that the gateway recognises a repetition. */
  key?: string;
}

/** Sends short messages; the outbox alone calls it. */
export interface Sms {
  /** @throws SmsNotSent when the message was not accepted. */
  send(message: SmsMessage): Promise<void>;
}

export class SmsNotSent extends JobFailed {
  override readonly name = 'SmsNotSent';
}

/** The driver that the configuration names. */
export function openSms(config: Pick<Config, 'sms' | 'mode'>, inbox: DevInbox, clock: () => Date, log: Log): Sms {
  if (config.sms.driver === 'http') return httpSms(config.sms, log);
  // The configuration refuses this as well; here a code would be printed for every reader of the output (R18).
  if (config.mode === 'production') throw new Error('SMS_DRIVER=console prints codes; production mode refuses it');
  return consoleSms(inbox, clock, (line) => process.stdout.write(`${line}\n`));
}

/** Prints messages and keeps them for /dev/inbox, to try the product without a gateway. */
export function consoleSms(inbox: DevInbox, clock: () => Date, print: (line: string) => void): Sms {
  return {
    async send({ to, text }) {
      inbox.add({ to, text, receivedAt: clock() });
      print(`SMS to ${to}: ${text.replaceAll(/\s*\n\s*/g, ' | ')}`);
    },
  };
}

/** Posts each message as `{ to, text }`, with its key in the header Idempotency-Key. */
export function httpSms(gateway: { url: string; authorization: string | undefined }, log: Log): Sms {
  return {
    async send({ to, text, key }) {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      const isAccepted = await postToGateway({ ...gateway, name: 'SMS' }, { to, text }, headers, log);
      if (!isAccepted) throw new SmsNotSent('The SMS gateway did not accept the message', 'not_accepted');
    },
  };
}
