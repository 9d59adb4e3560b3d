import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

/**
 * COPY, PostgreSQL's way of moving whole tables, which `pg` supports but does not offer: a query object may handle the
 * messages of the protocol itself. For clients that are not pipelined.
 */

/** PostgreSQL sends each row by itself. Handed on one by one they cost many times what is done with them: compression has a thread of its own. */
const bytesPerChunk = 64 * 1024;

/** Passes the rows of `copy ... to stdout` to `onChunk`, many whole lines at a time, and waits for it. */
export async function copyOut(client: Client, sql: string, onChunk: (lines: Buffer) => Promise<void>): Promise<void> {
  let handled = Promise.resolve();
  let lines: Buffer[] = [];
  let bytes = 0;
  const handOn = () => {
    const chunk = Buffer.concat(lines);
    lines = [];
    bytes = 0;
    handled = handled.then(() => onChunk(chunk));
    // Thrown when the copy has ended; the remaining rows are ignored.
    handled.catch(() => undefined);
  };
  await submit(client, sql, {
    handleCopyData({ chunk }, { stream }) {
      // The driver reuses its buffer for the next message.
      lines.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes < bytesPerChunk) return;
      handOn();
      stream.pause();
      void handled.catch(() => undefined).finally(() => stream.resume());
    },
  });
  if (lines.length > 0) handOn();
  await handled;
}

/**
 * Feeds the lines to `copy ... from stdin`; an error while reading them rolls the copy back. Returns the number of
 * rows.
 */
export async function copyIn(client: Client, sql: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const failures: unknown[] = [];
  const copied = submit(client, sql, {
    handleCopyInResponse(connection) {
      sendLines(connection, lines).catch((error: unknown) => {
        failures.push(error);
        connection.sendCopyFail('The lines could not be read');
      });
    },
  });
  try {
    return await copied;
  } catch (error) {
    // PostgreSQL only repeats that the lines ended.
    throw failures.length > 0 ? failures[0] : error;
  }
}

async function sendLines(connection: CopyConnection, lines: AsyncIterable<Buffer>): Promise<void> {
  const stream: Writable = connection.stream;
  for await (const chunk of lines) {
    connection.sendCopyFromChunk(chunk);
    if (stream.writableNeedDrain) await once(stream, 'drain');
  }
  connection.endCopyFrom();
}

/** Methods of the driver's connection that its types leave out. */
export interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

interface CopyHandlers {
  handleCopyData?(message: { chunk: Buffer }, connection: CopyConnection): void;
  handleCopyInResponse?(connection: CopyConnection): void;
  handleDataRow?(message: { fields: (string | null)[] }): void;
}

/**
 * Runs one statement whose messages the handlers answer; resolves with its row count once the server is ready again.
 */
export function submit(client: Client, sql: string, handlers: CopyHandlers): Promise<number> {
  return new Promise((done, fail) => {
    let rows = 0;
    const query = {
      submit: (connection: Connection) => connection.query(sql),
      handleCopyData: () => undefined,
      handleDataRow: () => undefined,
      ...handlers,
      handleCommandComplete: ({ text }: { text: string }) => void (rows = Number(text.split(' ').at(-1))),
      handleReadyForQuery: () => done(rows),
      handleError: fail,
      // Required by the driver, but not sent during a COPY.
      handleRowDescription: () => undefined,
      handleEmptyQuery: () => undefined,
      callback: () => undefined,
    } satisfies Submittable & Record<string, unknown>;
    client.query(query);
  });
}
