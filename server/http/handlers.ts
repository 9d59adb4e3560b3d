/** The interface of a module: one function per declared endpoint, typed by its declaration. */
import type { z } from 'zod';
import type { Api, Route } from '#contract/base/api.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { CallAnswer } from '#contract/base/client.ts';
import type { Caller } from './requests/caller.ts';
import type { SiteHost } from './requests/site-host.ts';
import type { EventStream } from './streams/event-stream.ts';
import type { FileAnswer } from './answers/file-answer.ts';
import type { Prepared } from './answers/prepared.ts';

type Checked<R extends Route, Part extends 'params' | 'query' | 'body' | 'form'> =
  Api[R] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

type Kinds<R extends Route> = Api[R]['callers'][number];

type FileName<R extends Route> = Api[R] extends { files: readonly (infer Name extends string)[] } ? Name : never;

/** A file part of a form, complete in memory. `name` and `contentType` are the sender's claims. */
export interface UploadedFile {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/** One checked call of an endpoint: its parts have the declared shape, its caller a declared kind. */
export interface Call<R extends Route> {
  params: Checked<R, 'params'>;
  query: Checked<R, 'query'>;
  body: Checked<R, 'body'>;
  form: Checked<R, 'form'>;
  files: Partial<Record<FileName<R>, UploadedFile>>;
  /** An endpoint for everybody also learns who sends a valid token. */
  caller: 'anonymous' extends Kinds<R> ? Caller : Extract<Caller, { kind: Kinds<R> }>;
  /** The own domain that was asked; null on the platform's hosts. */
  site: SiteHost | null;
  idempotencyKey: string | null;
  /** The client's address, as far as the proxies in front are trusted (TRUST_PROXY). */
  clientAddress: string;
  /** The client's unverified description of itself, for people to read; empty where it sends none. */
  userAgent: string;
  /** The reader's language by the header Accept-Language; null where it names none of ours. */
  language: Language | null;
  requestId: string;
}

/**
 * Answers a call, or throws a Refusal. A handler of `answer: 'stream'` may refuse until it sends the first event; the
 * stream stays open after it returns, until somebody closes it.
 */
type Handler<R extends Route> = Api[R]['answer'] extends 'stream'
  ? (call: Call<R>, stream: EventStream) => Promise<void>
  : Api[R]['answer'] extends 'file'
    ? (call: Call<R>) => Promise<FileAnswer>
    : (call: Call<R>) => Promise<CallAnswer<R> | Prepared>;

export type Handlers = { [R in Route]: Handler<R> };
