import { once } from 'node:events';
import { Client } from 'pg';
import type { Target } from '../../engine/engine.ts';
import { type CopyConnection, submit } from '../copy.ts';
import { lsnText, parseLsn } from './lsn.ts';

/**
 * PostgreSQL's protocol of replication, by which its own pg_basebackup and pg_receivewal work. The embedded engine comes
 * without those programs, and with the server's side of them.
 */

/** Opens a connection that takes the commands of replication. The caller ends it. */
export async function openReplication(target: Target): Promise<Client> {
  const settings = { ...target, application_name: 'order-manager wal', replication: 'true' };
  const client = new Client(settings);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function readTimeline(client: Client): Promise<number> {
  const { rows } = await client.query<{ timeline: string }>('IDENTIFY_SYSTEM');
  return Number(rows[0]!.timeline);
}

/** A running reception. */
export interface WalReception {
  /** Ends when the connection does, in an error. */
  ended: Promise<never>;
  /** Tells the engine that it may forget what lies before `kept`; silence of a minute would end the connection. */
  confirm(received: bigint, kept: bigint): void;
  pause(): void;
  resume(): void;
}

/**
 * Receives the log from a place on, for as long as the connection lives.
 * @param onBytes gets bytes of the log, the first of which stands at `at`.
 */
export async function receiveWal(
  client: Client,
  { slot, from, timeline }: { slot: string; from: bigint; timeline: number },
  onBytes: (bytes: Buffer, at: bigint) => void,
): Promise<WalReception> {
  const { connection } = client as Client & { connection: CopyConnection };
  const command = `START_REPLICATION SLOT ${slot} PHYSICAL ${lsnText(from)} TIMELINE ${timeline}`;
  const ended = submit(client, command, {
    handleCopyData({ chunk }) {
      // 'w' is bytes of the log after their place, the end of the log and the time; the others only say that the engine lives.
      if (chunk[0] === 0x77) onBytes(Buffer.from(chunk.subarray(25)), chunk.readBigUInt64BE(1));
    },
  }).then(() => {
    throw new Error('The engine ended its log');
  });
  ended.catch(() => undefined);
  await Promise.race([once(connection, 'replicationStart'), ended]);
  return {
    ended,
    confirm(received, kept) {
      const message = Buffer.alloc(34);
      message.write('r', 0);
      message.writeBigUInt64BE(received, 1);
      message.writeBigUInt64BE(kept, 9);
      message.writeBigUInt64BE(kept, 17);
      // Microseconds since 2000, which the engine only shows.
      message.writeBigInt64BE(BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1000n, 25);
      connection.sendCopyFromChunk(message);
    },
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
  };
}

/** Kilobytes a second at which the engine sends its files, so that orders find the disk free. */
const baseRate = 64 * 1024;

/**
 * Has the engine send its files, as pg_basebackup does, with the SHA-256 of each. It checks the pages' own checksums.
 * @param onMessage gets each message of the protocol, and is waited for.
 * @returns from where to where the log is needed to make a database of the files.
 */
export async function receiveBase(
  client: Client,
  isFirst: boolean,
  onMessage: (message: Buffer) => Promise<void>,
): Promise<{ start: bigint; end: bigint }> {
  const places: bigint[] = [];
  let handled = Promise.resolve();
  const options = [
    `LABEL 'order-manager'`,
    // Where nothing is safe yet the wait for a checkpoint of minutes would be the longer risk.
    `CHECKPOINT '${isFirst ? 'fast' : 'spread'}'`,
    'WAL false',
    'WAIT false',
    `MAX_RATE ${baseRate}`,
    `MANIFEST 'yes'`,
    `MANIFEST_CHECKSUMS 'SHA256'`,
  ];
  await submit(client, `BASE_BACKUP (${options.join(', ')})`, {
    handleCopyData({ chunk }, { stream }) {
      // The driver reuses its buffer for the next message.
      const message = Buffer.from(chunk);
      stream.pause();
      handled = handled.then(() => onMessage(message)).finally(() => stream.resume());
      handled.catch(() => undefined);
    },
    handleDataRow({ fields: [place] }) {
      if (place?.includes('/')) places.push(parseLsn(place));
    },
  });
  await handled;
  const [start, end] = places;
  if (start === undefined || end === undefined) throw new Error('The engine did not say where its files belong');
  return { start, end };
}
