/** The Order Manager's caller of the API, in the name of who is signed in. */
import { type CallAnswer, CallError, type CallInput, type Client, createClient } from '#contract/base/client.ts';
import type { Route } from '#contract/base/api.ts';
import type { ErrorCode } from '#contract/base/errors.ts';
import { loadAnswerWords, sayConfirmation, sayRefusal } from '../words/say-answer.ts';
import { words } from '../words/words.ts';
import { currentSession, type Session } from './session.ts';
import { sendWithProgress } from './upload.ts';

function token(): string | null {
  const session = currentSession();
  return session === null || session.isOver === true ? null : session.token;
}

let tellRefusal: (error: CallError) => void = () => undefined;

/** Has each refusal of a call in the name of who is signed in told to `listener`, before its caller hears of it. */
export function onRefusal(listener: (error: CallError) => void): void {
  tellRefusal = listener;
}

export const client = openClient(token, (error) => tellRefusal(error));

/** The same in the name of another session than the one of this device. */
export const clientOf = (other: string) => openClient(() => other);

function openClient(of: () => string | null, onRefused?: (error: CallError) => void): Client {
  return inWords(createClient({ fetch: (url, init) => fetch(url, inLanguage(init)), token: of }), of, onRefused);
}

/** The same for what is large: tells the share that has been sent, from 0 to 1. */
export function uploadingClient(onProgress: (share: number) => void) {
  const plain = createClient({ fetch: (url, init) => sendWithProgress(url, init, onProgress), token });
  return inWords(plain, token, (error) => tellRefusal(error));
}

/** Mails to a person are written in the language in which they signed in. */
function inLanguage(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('accept-language', words.language);
  return { ...init, headers };
}

/** The token that a failed call was sent with. */
const tokens = new WeakMap<CallError, string | null>();

/** Answered with 401 as well, though no session is over: something more has to be entered. */
const asking: ReadonlySet<string> = new Set<ErrorCode>([
  'auth.code_required',
  'auth.company_link_required',
  'auth.factor_required',
  'auth.set_up_token',
  'auth.wrong_credentials',
]);

/** Whether a call was answered with 401 because this session is over: not another one, and not for want of a code or a password. */
export function hasEnded(session: Session, error: CallError): boolean {
  return tokens.get(error) === session.token && (error.answer === null || !asking.has(error.answer.code));
}

/** The one place where the codes of the wire become words: every answer leaves it in the reader's language. */
function inWords(plain: Client, of: () => string | null, onRefused?: (error: CallError) => void): Client {
  const refuse = (sentWith: string | null) => async (error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    let said = error;
    if (error.answer !== null) {
      await loadAnswerWords();
      said = new CallError(error.status, sayRefusal(error.answer), error.retryAfterSeconds);
    }
    tokens.set(said, sentWith);
    onRefused?.(said);
    throw said;
  };
  return {
    ...plain,
    async call<R extends Route>(route: R, input: CallInput<R>): Promise<CallAnswer<R>> {
      const answer = await plain.call(route, input).catch(refuse(of()));
      void loadAnswerWords();
      return sayConfirmation(answer);
    },
    file: (route, input) => plain.file(route, input).catch(refuse(of())),
  };
}

/** Opens the stream of the restaurant's events after `lastEvent`. The token travels in a header, never in the address (R84). */
export function openEvents(lastEvent: number, signal: AbortSignal): Promise<Response> {
  const { url } = client.address('GET /events', {});
  const headers = { ...client.headers(), accept: 'text/event-stream', 'last-event-id': String(lastEvent) };
  return fetch(url, { headers, signal, cache: 'no-store' });
}
