import type { Printer } from '#contract/printing/printing.ts';
import { words } from '../../words/words.ts';

const text = words.printing.printers;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Printers ask every few seconds; one that has not for so long is off, or has lost its network. */
const SILENT = MINUTE;

export interface PrinterState {
  tone: 'ok' | 'warn' | 'error' | 'new';
  text: string;
}

/**
 * The troubles of a printer that should print by itself and does not, so that whoever cooks by its tickets misses some; empty where
 * there are none.
 */
export function missedTickets(printer: Printer, now: Date): string[] {
  const { prints, awaited, unprinted, lastSeenAt } = printer;
  if (prints === 'hand') return [];
  const { tone, text: state } = printerState(printer, now);
  const isStuck = awaited > 0 && (tone === 'error' || tone === 'new');
  // Minutes that go by would be read aloud each time.
  const isSilent = lastSeenAt !== null && now.getTime() - new Date(lastSeenAt).getTime() >= SILENT;
  return [
    ...(isStuck ? [isSilent ? words.printing.band.silent : state, text.waiting({ count: awaited })] : []),
    ...(unprinted > 0 ? [text.failed({ count: unprinted })] : []),
  ];
}

/** How a printer is, as far as the server knows. Where it says nothing any more, what it said last means little. */
export function printerState({ lastSeenAt, condition }: Printer, now: Date): PrinterState {
  if (lastSeenAt === null) return { tone: 'new', text: text.notSeen };
  const since = Math.max(0, now.getTime() - new Date(lastSeenAt).getTime());
  if (since >= HOUR) return { tone: 'error', text: text.silentHours({ hours: Math.floor(since / HOUR) }) };
  if (since >= SILENT) return { tone: 'error', text: text.silent({ minutes: Math.floor(since / MINUTE) }) };
  if (condition === null || condition === 'ok') {
    return { tone: 'ok', text: text.seen({ seconds: Math.floor(since / SECOND) }) };
  }
  return { tone: condition === 'paper_low' ? 'warn' : 'error', text: text.conditions[condition] };
}
