/**
 * The one typed caller of the API, used by both apps, the server's page rendering and the tests. It imports the
 * endpoints as types only, so no schema reaches a browser.
 */
import type * as z from 'zod';
import type { Api, Route } from './api.ts';
import type { ErrorAnswer } from './errors.ts';

type Declared<R extends Route> = Api[R];
type InputOf<R extends Route, Part extends 'params' | 'query' | 'body' | 'form'> =
  Declared<R> extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : never;
type Optional<Part extends string, Value> = [Value] extends [never]
  ? { [P in Part]?: undefined }
  : Partial<Value> extends Value
    ? { [P in Part]?: Value }
    : { [P in Part]: Value };

/** The input of a call: `params`, `query`, `body` or `form` as declared. */
export type CallInput<R extends Route> = Optional<'params', InputOf<R, 'params'>> &
  Optional<'query', InputOf<R, 'query'>> &
  Optional<'body', InputOf<R, 'body'>> &
  Optional<'form', InputOf<R, 'form'>> & {
    files?: Record<string, Blob>;
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Reaches the server even where the page is left at once, with at most 64 kB. */
    keepalive?: boolean;
  };
/** Routes that answer with a file. */
type FileRoute = { [R in Route]: Declared<R>['answer'] extends 'file' ? R : never }[Route];
/** The answer of a call. */
export type CallAnswer<R extends Route> = Declared<R>['answer'] extends z.ZodType
  ? z.output<Declared<R>['answer']>
  : never;

/** A refused or failed call. `status` 0 means that no answer came, or a success whose body broke off. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly answer: ErrorAnswer | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, answer: ErrorAnswer | null, retryAfterSeconds: number | null = null) {
    super(answer?.msg ?? (status === 0 ? 'no answer' : `status ${status}`));
    this.status = status;
    this.answer = answer;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether a call may have arrived although it failed. A proxy's 502 and 504 also stand for an answer that was lost on its way. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && error.answer === null && [0, 502, 504].includes(error.status);
}

/** The part of a `Response` that calls read. */
export type CallResponse = Pick<Response, 'ok' | 'status' | 'json'> & { headers: Pick<Headers, 'get'> };

interface ClientOptions<Answer extends CallResponse> {
  /** `globalThis.fetch` in a browser, an in-process one on the server. */
  fetch: (url: string, init: RequestInit) => Promise<Answer>;
  /** The current bearer token, or null. Read at each call. */
  token: () => string | null;
  /** The origin of the API; empty in a browser. */
  origin?: string;
}

export type Client = ReturnType<typeof createClient<Response>>;

const apiRoot = '/api/v1';

interface AnyInput {
  params?: object;
  query?: object;
  body?: unknown;
  form?: object;
  files?: Record<string, Blob>;
  idempotencyKey?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
}

export function createClient<Answer extends CallResponse>({ fetch, token, origin = '' }: ClientOptions<Answer>) {
  /** The address of a route, with its `:params` and query filled in. */
  function address(route: Route, input: { params?: object; query?: object }): { method: string; url: string } {
    const [method, path] = route.split(' ') as [string, string];
    const params = new Map(Object.entries(input.params ?? {}));
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const search = query.toString();
    return { method, url: `${origin}${apiRoot}${filled}${search === '' ? '' : `?${search}`}` };
  }

  function headers(input: { idempotencyKey?: string } = {}): Record<string, string> {
    const bearer = token();
    return {
      accept: 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
    };
  }

  /** Calls an endpoint. Throws CallError for any answer but success. */
  async function call<R extends Route>(route: R, input: CallInput<R>): Promise<CallAnswer<R>> {
    // The declared parts without their types, which the caller has already been checked against.
    const { params, query, body, form, files, idempotencyKey, signal, keepalive = false } = input as AnyInput;
    const { method, url } = address(route, { params, query });
    const sent = headers({ idempotencyKey });
    const init: RequestInit = { method, headers: sent, signal: signal ?? null, keepalive };
    if (form !== undefined || files !== undefined) {
      init.body = multipart(form ?? {}, files ?? {});
    } else if (body !== undefined) {
      init.body = JSON.stringify(body);
      sent['content-type'] = 'application/json';
    }
    return readAnswer<CallAnswer<R>>(await send(url, init));
  }

  /** Requests a file and returns the response with its body unread. Throws as `call` does. */
  async function file<R extends FileRoute>(route: R, input: CallInput<R>): Promise<Answer> {
    const { query, params, body, signal } = input as AnyInput;
    const { method, url } = address(route, { params, query });
    const sent: Record<string, string> = { ...headers(), accept: '*/*' };
    const init: RequestInit = { method, headers: sent, signal: signal ?? null };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      sent['content-type'] = 'application/json';
    }
    const response = await send(url, init);
    return response.ok ? response : readAnswer(response);
  }

  async function send(url: string, init: RequestInit): Promise<Answer> {
    try {
      return await fetch(url, init);
    } catch (error) {
      // Its caller has gone on without it. One whose time is up (`AbortSignal.timeout`) may have arrived like any other.
      if (init.signal?.aborted === true && init.signal.reason?.name !== 'TimeoutError') throw error;
      throw new CallError(0, null);
    }
  }

  return { call, file, address, headers };
}

/** Strings are sent as they are, everything else as JSON text. */
function multipart(form: object, files: Record<string, Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (value !== undefined) data.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const [name, file] of Object.entries(files)) data.append(name, file);
  return data;
}

async function readAnswer<Answer>(response: CallResponse): Promise<Answer> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as Answer;
  // The server may have done what was asked for, and its answer was lost on the way.
  if (response.status < 400) throw new CallError(0, null);
  const isAnswer = typeof body === 'object' && body !== null && 'code' in body;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new CallError(
    response.status,
    isAnswer ? (body as ErrorAnswer) : null,
    Number.isFinite(seconds) ? seconds : null,
  );
}
