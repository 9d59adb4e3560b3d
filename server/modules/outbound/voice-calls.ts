import type { CallKind } from '#contract/base/enumerations.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { handOver } from './gateway.ts';
import type { Sms } from './sms.ts';

export interface CallMessage {
  /** E.164. */
  to: string;
  /** The text to be spoken or sent. */
  text: string;
  /** Equal for each try, so that the gateway recognises a repetition. */
  key: string;
}

/** Reaches a restaurant that does not react: by a voice call, or by a text message (decision 16). */
export interface Calls {
  readonly kind: CallKind;
  /** @throws CallNotMade, SmsNotSent when it was not accepted. */
  call(message: CallMessage): Promise<void>;
}

export class CallNotMade extends Error {
  override readonly name = 'CallNotMade';
}

/** The gateway of `CALL_HTTP_URL`; without one a text message, which every server can send. */
export function openCalls({ calls }: Pick<Config, 'calls'>, sms: Sms, log: Log): Calls {
  return calls === undefined ? messageCalls(sms) : httpCalls(calls, log);
}

function messageCalls(sms: Sms): Calls {
  return { kind: 'message', call: ({ to, text }) => sms.send({ to, text }) };
}

/** Posts each call as `{ to, text }`, with its key in the header Idempotency-Key. */
export function httpCalls(gateway: { url: string; authorization: string | undefined }, log: Log): Calls {
  return {
    kind: 'call',
    async call({ to, text, key }) {
      const headers = { 'idempotency-key': key };
      const isAccepted = await handOver({ ...gateway, name: 'call' }, { to, text }, headers, log);
      if (!isAccepted) throw new CallNotMade('The call gateway did not accept the call');
    },
  };
}
