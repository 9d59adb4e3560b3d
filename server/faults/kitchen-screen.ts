/**
 * A screen that follows its restaurant's events and resumes after the last seen one whenever the connection is lost.
 */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from './machine.ts';

const retryMs = 30;

export class KitchenScreen {
  /** Orders in the order of their events. */
  readonly orderIds: string[] = [];
  /** Number of connections. */
  connections = 0;
  /** Number of times the gap was too long and the screen was told to reload. */
  reloads = 0;
  readonly #machine: Machine;
  readonly #token: string;
  readonly #following: Promise<void>;
  /** The state of a screen that has just loaded an empty list. */
  #lastEventId = '0';
  #open: ClientRequest | undefined;
  #isClosed = false;

  constructor(machine: Machine, token: string) {
    this.#machine = machine;
    this.#token = token;
    this.#following = this.#follow();
  }

  /** Cuts the connection, as a lost network does. */
  drop(): void {
    this.#open?.destroy();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.drop();
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed && !this.#machine.isRemoved) {
      await this.#connect();
      await sleep(Math.random() * 2 * retryMs);
    }
  }

  /** One connection, from its beginning to its end. */
  #connect(): Promise<void> {
    return new Promise((ended) => {
      this.#open = request(`${this.#machine.url}/api/v1/events`, {
        agent: false,
        headers: {
          authorization: `Bearer ${this.#token}`,
          accept: 'text/event-stream',
          'last-event-id': this.#lastEventId,
        },
      });
      this.#open.on('error', () => ended());
      this.#open.on('response', (response) => {
        let text = '';
        if (response.statusCode === 200) this.connections++;
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          const frames = (text + chunk).split('\n\n');
          // An incomplete event is not counted: the connection may be lost in the middle of it.
          text = frames.pop()!;
          if (response.statusCode === 200) for (const frame of frames) this.#hear(frame);
        });
        response.on('error', () => ended());
        response.on('close', () => ended());
      });
      this.#open.end();
    });
  }

  #hear(frame: string): void {
    const fields = new Map(frame.split('\n').map((line) => [line.split(':', 1)[0]!, line.replace(/^\w*: ?/, '')]));
    this.#lastEventId = fields.get('id') ?? this.#lastEventId;
    const type = fields.get('event');
    if (type === 'reload') this.reloads++;
    if (type !== 'order.placed') return;
    const { order } = JSON.parse(fields.get('data')!) as { order: { _id: string } };
    this.orderIds.push(order._id);
  }
}
