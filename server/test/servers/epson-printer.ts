/**
 * An Epson printer as the manual of Server Direct Print describes it: it posts a form, prints the ePOS-Print XML of the answer, and posts the
 * result. It throws at anything that such a printer would not take, and shares no code with the server.
 */
type Printed =
  | { kind: 'line'; text: string; bold: boolean; wide: number; high: number }
  | { kind: 'picture'; width: number; height: number; raster: Buffer }
  | { kind: 'cut' };

interface PrintRequest {
  job: string;
  paper: Printed[];
}

const envelope =
  /^<\?xml version="1\.0" encoding="utf-8"\?>\s*<PrintRequestInfo Version="2\.00"><ePOSPrint><Parameter><devid>local_printer<\/devid><timeout>(\d{4,6})<\/timeout><printjobid>([A-Za-z0-9]{1,30})<\/printjobid><\/Parameter><PrintData><epos-print xmlns="http:\/\/www\.epson-pos\.com\/schemas\/2011\/03\/epos-print">(.*)<\/epos-print><\/PrintData><\/ePOSPrint><\/PrintRequestInfo>\s*$/s;
const element = /<(text|image)((?: \w+="[^"]*")*)>([^<]*)<\/\1>|<cut type="(feed)"\/>/gy;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#10;': '\n' };

export class EpsonPrinter {
  readonly #fetch: typeof fetch;
  readonly #origin: string;
  readonly #id: string;

  /** `id` is that of its settings. */
  constructor(fetcher: typeof fetch, origin: string, id: string) {
    this.#fetch = fetcher;
    this.#origin = origin;
    this.#id = id;
  }

  post(form: Record<string, string>): Promise<Response> {
    return this.#fetch(`${this.#origin}/print/epson`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ID: this.#id, Name: 'TM-m30', ...form }).toString(),
    });
  }

  /** Null: nothing is to be printed. */
  async ask(): Promise<PrintRequest | null> {
    const reply = await this.post({ ConnectionType: 'GetRequest' });
    if (reply.status !== 200) throw new Error(`The poll was answered with ${reply.status}: ${await reply.text()}`);
    if (!/^text\/xml; charset=utf-8$/i.test(reply.headers.get('content-type') ?? '')) throw new Error('Not text/xml');
    const text = await reply.text();
    if (text === '') return null;
    const [, , job, content] = envelope.exec(text) ?? [];
    if (job === undefined || content === undefined) throw new Error(`No print request: ${text.slice(0, 400)}`);
    return { job, paper: print(content) };
  }

  async say(job: string, success: boolean, code = ''): Promise<void> {
    const result =
      `<?xml version="1.0" encoding="UTF-8"?>\n<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid>` +
      `<printjobid>${job}</printjobid></Parameter><PrintResponse>` +
      `<response success="${success}" code="${code}" status="251854870" battery="0" xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"/>` +
      `</PrintResponse></ePOSPrint></PrintResponseInfo>`;
    const reply = await this.post({ ConnectionType: 'SetResponse', ResponseFile: result });
    if (reply.status !== 200) throw new Error(`The result was answered with ${reply.status}`);
  }

  /** Polls once and prints. @returns the lines, trimmed; null when there was nothing. */
  async printNext(): Promise<string[] | null> {
    const request = await this.ask();
    if (request === null) return null;
    await this.say(request.job, true);
    return linesOf(request.paper);
  }

  async printAll(): Promise<string[][]> {
    const all: string[][] = [];
    for (let ticket = await this.printNext(); ticket !== null; ticket = await this.printNext()) all.push(ticket);
    return all;
  }
}

export function linesOf(paper: readonly Printed[]): string[] {
  return paper.flatMap((one) => (one.kind === 'line' ? [one.text.trim()] : []));
}

function print(content: string): Printed[] {
  const paper: Printed[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < content.length) {
    const at = element.lastIndex;
    const [, name, given = '', inner = '', cut] = element.exec(content) ?? [];
    if (name === undefined && cut === undefined) throw new Error(`No element of ours: ${content.slice(at, at + 80)}`);
    const attributes = Object.fromEntries(
      [...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    );
    if (cut !== undefined) paper.push({ kind: 'cut' });
    else paper.push(name === 'text' ? lineOf(attributes, inner) : pictureOf(attributes, inner));
  }
  if (paper.at(-1)?.kind !== 'cut') throw new Error('The ticket is not cut off');
  return paper;
}

function lineOf({ width, height, em, ...others }: Record<string, string>, inner: string): Printed {
  if (Object.keys(others).length > 0) throw new Error(`Attributes of a text: ${Object.keys(others).join(' ')}`);
  if (!/^[\x20-\x7e]*$/.test(inner)) throw new Error(`Letters that not every printer has: ${inner}`);
  const text = inner.replaceAll(/&[^;]*;?/g, (entity) => {
    const letter = entities[entity];
    if (letter === undefined) throw new Error(`An entity that XML does not have: ${entity}`);
    return letter;
  });
  if (!text.endsWith('\n')) throw new Error('A line that is not ended');
  return { kind: 'line', text: text.slice(0, -1), bold: em === 'true', wide: Number(width), high: Number(height) };
}

function pictureOf({ width, height, color, mode }: Record<string, string>, inner: string): Printed {
  const raster = Buffer.from(inner, 'base64');
  const [wide, high] = [Number(width), Number(height)];
  if (color !== 'color_1' || mode !== 'mono') throw new Error('A picture that is not black');
  if (raster.length !== Math.ceil(wide / 8) * high) throw new Error('A picture with too few or too many dots');
  return { kind: 'picture', width: wide, height: high, raster };
}
