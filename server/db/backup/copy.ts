import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

/**
 * COPY, PostgreSQL's way of moving whole tables, which `pg` speaks but does not offer: a query object may answer the messages
 * of the protocol itself. For clients that are not pipelined.
 */

/** Sends the rows of `copy ... to stdout` to `onChunk`, one or more whole lines at a time; waits while it does. */
export async function copyOut(client: Client, sql: string, onChunk: (lines: Buffer) => Promise<void>): Promise<void> {
  let handled = Promise.resolve();
  await submit(client, sql, {
    handleCopyData({ chunk }, { stream }) {
      // The driver reuses its buffer for what arrives next.
      const lines = Buffer.from(chunk);
      stream.pause();
      handled = handled.then(() => onChunk(lines)).finally(() => stream.resume());
      // Told when the copy has ended; the rest of it passes unheeded.
      handled.catch(() => undefined);
    },
  });
  await handled;
}

/** Feeds `copy ... from stdin` with these lines; an error while they are read undoes the copy. Answers the number of rows. */
export function copyIn(client: Client, sql: string, lines: AsyncIterable<Buffer>): Promise<number> {
  return submit(client, sql, {
    handleCopyInResponse(connection) {
      feed(connection, lines).catch((error: unknown) => connection.sendCopyFail(String(error)));
    },
  });
}

async function feed(connection: CopyConnection, lines: AsyncIterable<Buffer>): Promise<void> {
  const stream: Writable = connection.stream;
  for await (const chunk of lines) {
    connection.sendCopyFromChunk(chunk);
    if (stream.writableNeedDrain) await once(stream, 'drain');
  }
  connection.endCopyFrom();
}

/** What the driver's connection can do beside what its types say. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

interface CopyHandlers {
  handleCopyData?(message: { chunk: Buffer }, connection: CopyConnection): void;
  handleCopyInResponse?(connection: CopyConnection): void;
}

/** Runs one statement whose messages the handlers answer; resolves with its row count once the server is ready again. */
function submit(client: Client, sql: string, handlers: CopyHandlers): Promise<number> {
  return new Promise((done, fail) => {
    let rows = 0;
    const query = {
      submit: (connection: Connection) => connection.query(sql),
      handleCopyData: () => undefined,
      ...handlers,
      handleCommandComplete: ({ text }: { text: string }) => void (rows = Number(text.split(' ').at(-1))),
      handleReadyForQuery: () => done(rows),
      handleError: fail,
      // The driver wants to know of these and has nothing to say in a COPY.
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
      handleEmptyQuery: () => undefined,
      callback: () => undefined,
    } satisfies Submittable & Record<string, unknown>;
    client.query(query);
  });
}
