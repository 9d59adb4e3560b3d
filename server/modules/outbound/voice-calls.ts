import type { CallKind, Language } from '#contract/base/enumerations.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { postToGateway } from './gateway.ts';
import { JobFailed } from './jobs/job.ts';
import type { Sms } from './sms.ts';

interface VoiceCallMessage {
  /** E.164. */
  to: string;
  /** The text to be spoken or sent. */
  text: string;
  /** Tells the voice how to speak; English where it is missing. */
  language?: Language | undefined;
  /** Equal for each try, so that the gateway recognises a repetition. */
  key: string;
}

/** Reaches a restaurant that does not react: by a voice call, or by a text message (decision 16). */
export interface VoiceCalls {
  readonly kind: CallKind;
  /** @throws CallNotMade, SmsNotSent when it was not accepted. */
  call(message: VoiceCallMessage): Promise<void>;
}

class VoiceCallFailed extends JobFailed {
  override readonly name = 'CallNotMade';
}

/** The gateway of `CALL_HTTP_URL`; without one a text message, which every server can send. */
export function openVoiceCalls({ calls }: Pick<Config, 'calls'>, sms: Sms, log: Log): VoiceCalls {
  return calls === undefined ? smsInsteadOfCalls(sms) : httpVoiceCalls(calls, log);
}

function smsInsteadOfCalls(sms: Sms): VoiceCalls {
  return { kind: 'message', call: (message) => sms.send(message) };
}

/** Posts each call as `{ to, text, language }`, with its key in the header Idempotency-Key. */
function httpVoiceCalls(gateway: { url: string; authorization: string | undefined }, log: Log): VoiceCalls {
  return {
    kind: 'call',
    async call({ to, text, language = 'en', key }) {
      const headers = { 'idempotency-key': key };
      const isAccepted = await postToGateway({ ...gateway, name: 'call' }, { to, text, language }, headers, log);
      if (!isAccepted) throw new VoiceCallFailed('The call gateway did not accept the call', 'not_accepted');
    },
  };
}
