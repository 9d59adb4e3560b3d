/**
 * Says what the server answered in the reader's language, by the codes of the answer. The words (errors.json) are loaded after
 * the first answer; until then, and for codes of a newer server, the English sentence of the wire is shown.
 */
import { answers } from 'virtual:words';
import type { ErrorAnswer } from '#contract/base/errors.ts';
import type { FieldProblem } from '#contract/base/field-problems.ts';
import type { Details } from '#contract/base/sentence.ts';
import { words } from './words.ts';

/** A message with arguments is a function of them. */
type Message = string | ((values: Readonly<Record<string, unknown>>) => string);

/** Leaves by the parts of a code: 'order.sold_out' is `order: { sold_out }`. */
interface ByCode<Leaf> {
  readonly [part: string]: Leaf | ByCode<Leaf>;
}

/** errors.json, compiled. */
export interface AnswerWords {
  refusals: ByCode<{ name: string; msg: Message }>;
  problems: ByCode<Message>;
  confirmations: ByCode<Message>;
}

let loaded: AnswerWords | null = null;
let loading: Promise<void> | null = null;

/** Never fails: without the words the sentences of the wire are shown, and the next answer asks for the words again. */
export function loadAnswerWords(): Promise<void> {
  loading ??= load().catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  loaded = await answers[words.language]!();
}

/** The problem of one field. */
export function sayProblem({ code, details }: FieldProblem): string {
  const message = loaded === null ? undefined : byCode(loaded.problems, code);
  return message === undefined ? words.general.form.notValid : say(message, details);
}

/** The problems of the fields of a refused call, by their paths. */
export function sayProblems(fields: ErrorAnswer['fields'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, problem]) => [path, sayProblem(problem)]));
}

/** The refusal, or the problem of a basket, with its name and sentence in the reader's language. */
export function sayRefusal<Answer extends Pick<ErrorAnswer, 'code' | 'msg' | 'details'>>(answer: Answer): Answer {
  const own = loaded === null ? undefined : byCode(loaded.refusals, answer.code);
  return own === undefined ? answer : { ...answer, name: own.name, msg: say(own.msg, answer.details) };
}

/** The answer to a change with its confirmation in the reader's language. */
export function sayConfirmation<Answer>(answer: Answer): Answer {
  const { code, details } = answer as { code?: string; details?: Details };
  const message = loaded === null || code === undefined ? undefined : byCode(loaded.confirmations, code);
  return message === undefined ? answer : { ...answer, msg: say(message, details) };
}

function say(message: Message, details: Readonly<Record<string, unknown>> = {}): string {
  if (typeof message === 'string') return message;
  // A word without a value stays out.
  return message(new Proxy(details, { get: (all, word) => Reflect.get(all, word) ?? '' }));
}

/** The codes of the wire may be newer than these words. */
function byCode<Leaf>(known: ByCode<Leaf>, code: string): Leaf | undefined {
  let found: Leaf | ByCode<Leaf> | undefined = known;
  for (const part of code.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found as object, part)) return undefined;
    found = (found as ByCode<Leaf>)[part];
  }
  return found as Leaf;
}
