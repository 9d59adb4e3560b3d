/**
 * The texts of Epson's Server Direct Print, version 2: print requests with ePOS-Print XML, and the results that a printer reports. Letters
 * beyond ASCII are drawn, because which others a printer has depends on its model.
 */
import type { PrintJobId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { DrawnPicture, WrittenLine } from './encode-ticket.ts';

/** A line of paper: text in the printer's letters, or a picture. */
type EpsonLine = WrittenLine | DrawnPicture;

/** The document that a printer gets for its poll. */
export function printRequest(job: PrintJobId, lines: readonly EpsonLine[]): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<PrintRequestInfo Version="2.00"><ePOSPrint>' +
    `<Parameter><devid>local_printer</devid><timeout>${limits.printLeaseSeconds * 500}</timeout><printjobid>${jobName(job)}</printjobid></Parameter>` +
    '<PrintData><epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">' +
    `${lines.map(elementOf).join('')}<cut type="feed"/>` +
    '</epos-print></PrintData></ePOSPrint></PrintRequestInfo>\n'
  );
}

function elementOf(line: EpsonLine): string {
  if (line.kind === 'picture') {
    const { width, height, data } = line.picture;
    return `<image width="${width}" height="${height}" color="color_1" mode="mono">${rasterOf(width, height, data).toString('base64')}</image>`;
  }
  const { text, wide, high, bold } = line;
  return `<text width="${wide}" height="${high}" em="${bold}">${escaped(text)}&#10;</text>`;
}

/** A bit for each dot, the leftmost first; every row begins a byte. */
function rasterOf(width: number, height: number, pixels: Uint8ClampedArray): Buffer {
  const bytesPerRow = Math.ceil(width / 8);
  const raster = Buffer.alloc(bytesPerRow * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInk = pixels[(y * width + x) * 4]! < 128;
      if (isInk) raster[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return raster;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Printers take at most 30 letters and digits for a job. */
function jobName(job: PrintJobId): string {
  return BigInt(`0x${job.replaceAll('-', '')}`).toString(36);
}

/** Null for what names no job of ours. */
function jobOf(name: string): PrintJobId | null {
  if (!/^[0-9a-z]{1,25}$/.test(name)) return null;
  const value = Array.from(name).reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const hex = value.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as PrintJobId;
}

interface EpsonResult {
  job: PrintJobId;
  isPrinted: boolean;
  /** 200, or why not, as CloudPRNT counts: 410 no paper, 420 cover open, 520 anything else. */
  status: number;
}

/** Why a printer could not print; it says more, which helps nobody on a screen. */
const statuses = new Map([
  ['EPTR_REC_EMPTY', 410],
  ['EPTR_COVER_OPEN', 420],
  ['EPTR_CUTTER', 411],
]);
const otherFailure = 520;

/** More tickets than a printer reports at once. */
const resultsMax = 20;

/**
 * The results in the `ResponseFile` of a printer, one for each request. By patterns: it is a small document of fixed form, and what it says
 * counts for the jobs of the printer that sent it alone.
 */
export function readResults(responseFile: string): EpsonResult[] {
  // Cut at the ends and not matched as a whole, which takes seconds for a file that is made for it.
  const requests = responseFile.split('</ePOSPrint>', resultsMax);
  return requests.flatMap((part) => {
    const request = part.slice(Math.max(0, part.lastIndexOf('<ePOSPrint')));
    const job = jobOf(/<printjobid>\s*(\w+)\s*<\/printjobid>/.exec(request)?.[1] ?? '');
    const begin = request.indexOf('<response');
    const end = begin === -1 ? -1 : request.indexOf('>', begin);
    // A file that was cut off says nothing: the ticket is offered again when its time is up.
    if (job === null || end === -1) return [];
    const response = request.slice(begin, end + 1);
    const isPrinted = /\ssuccess\s*=\s*"(?:true|1)"/.test(response);
    const code = /\scode\s*=\s*"(\w*)"/.exec(response)?.[1] ?? '';
    return [{ job, isPrinted, status: isPrinted ? 200 : (statuses.get(code) ?? otherFailure) }];
  });
}
