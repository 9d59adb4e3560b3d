import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { keepingOutlets } from '#server/db/outlet-scope.ts';
import type { Caller } from '../requests/caller.ts';
import { Refusal } from './refusal.ts';

/** A file generated while it is sent: the return value of a handler with `answer: 'file'`. */
export interface FileAnswer {
  /** The file's name in visible ASCII without quotes: 'orders.csv'. */
  name: string;
  contentType: string;
  /** The number of rows if it is known beforehand; sent in the header X-Row-Count. */
  rowCount: number | null;
  /**
   * Pulled no faster than the client reads. An error breaks the connection, so that a partial file is not taken for a
   * complete one.
   */
  pieces: AsyncIterable<string | Buffer>;
}

/** Enough for two windows; each file costs as much as many calls. */
const mostPerToken = 2;
/** Milliseconds a client may take over one piece. */
const longestStall = 45_000;

/** Sends files, and limits how many a token can generate at once (R80). */
export class FileSender {
  readonly #byToken = new Map<string, number>();
  readonly #limits: boolean;

  constructor(limits: boolean) {
    this.#limits = limits;
  }

  /** Refuses a token's third file at once. */
  async send(make: () => Promise<FileAnswer>, caller: Caller, reply: FastifyReply): Promise<FastifyReply> {
    const done = this.#count('tokenHash' in caller ? caller.tokenHash.toString('hex') : '');
    reply.raw.once('close', done);
    const { name, contentType, rowCount, pieces } = await make();
    void reply.headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name}"`,
      ...(rowCount === null ? {} : { 'x-row-count': rowCount }),
    });
    return reply.type(contentType).send(Readable.from(cutWhenStalled(keepingOutlets(pieces), reply)));
  }

  #count(token: string): () => void {
    const count = this.#byToken.get(token) ?? 0;
    if (this.#limits && count >= mostPerToken) throw new Refusal('rate.limited', { seconds: 5 });
    this.#byToken.set(token, count + 1);
    return () => {
      const left = this.#byToken.get(token)! - 1;
      if (left === 0) this.#byToken.delete(token);
      else this.#byToken.set(token, left);
    };
  }
}

async function* cutWhenStalled<Piece>(pieces: AsyncIterable<Piece>, { raw }: FastifyReply): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const timer = setTimeout(() => raw.destroy(), longestStall);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
