import { type OnPaper, printOut, textOf } from '../data/printer-paper.ts';

/** The server's answer to a poll. */
interface Offer {
  jobReady: boolean;
  mediaTypes?: string[];
  jobToken?: string;
  deleteMethod?: string;
}

/** A Star printer as the protocol reference of CloudPRNT describes it: it polls, fetches, prints, confirms. */
export class StarPrinter {
  readonly #fetch: typeof fetch;
  readonly #address: string;
  /** All tickets printed. */
  readonly tickets: OnPaper[][] = [];

  constructor(fetcher: typeof fetch, address: string) {
    this.#fetch = fetcher;
    this.#address = address;
  }

  async ask(says: Record<string, unknown> = {}): Promise<Offer> {
    const reply = await this.#post({ statusCode: '200%20OK', ...says });
    if (reply.status !== 200) throw new Error(`The poll was answered with ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Offer;
  }

  #post(says: Record<string, unknown>): Promise<Response> {
    return this.#fetch(this.#address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        status: '23 6 0 0 0 0 0 0 0 ',
        printerMAC: '00:11:62:1b:9c:0e',
        uniqueID: 'test',
        printingInProgress: false,
        clientAction: null,
        ...says,
      }),
    });
  }

  fetchJob(token: string | undefined, type = 'application/vnd.star.starprnt'): Promise<Response> {
    const query = new URLSearchParams({ uid: 'test', type, mac: '00:11:62:1b:9c:0e' });
    if (token !== undefined) query.set('token', token);
    return this.#fetch(`${this.#address}?${query}`);
  }

  confirm(token: string | undefined, code = '200 OK'): Promise<Response> {
    const query = new URLSearchParams({ uid: 'test', code, mac: '00:11:62:1b:9c:0e' });
    if (token !== undefined) query.set('token', token);
    return this.#fetch(`${this.#address}?${query}`, { method: 'DELETE' });
  }

  /** Polls once and prints the offered ticket. @returns the lines of the ticket, trimmed; null when there was none. */
  async printNext(): Promise<string[] | null> {
    const { jobReady, jobToken } = await this.ask();
    if (!jobReady) return null;
    const reply = await this.fetchJob(jobToken);
    if (reply.status !== 200) throw new Error(`The job was answered with ${reply.status}`);
    const paper = printOut(new Uint8Array(await reply.arrayBuffer()), 'star');
    this.tickets.push(paper);
    await this.confirm(jobToken);
    return textOf(paper).map((line) => line.trim());
  }

  /** Prints until the server offers nothing more. */
  async printAll(): Promise<string[][]> {
    const all: string[][] = [];
    for (let ticket = await this.printNext(); ticket !== null; ticket = await this.printNext()) all.push(ticket);
    return all;
  }
}
