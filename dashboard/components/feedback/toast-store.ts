/**
 * What the application says for a few seconds (decision 27): in the bar at the top centre, for the screens of the first
 * document, or in the toast at the top left, for orders. Each place shows one message at a time, the newest.
 */
export interface Message {
  place: 'bar' | 'toast';
  tone: 'ok' | 'error';
  text: string;
  /** Offered as a button; the message closes when it is taken. */
  undo?: () => void;
}
export type ShownMessage = Message & { key: number };

let messages: readonly ShownMessage[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

export function showMessage(message: Message): void {
  lastKey += 1;
  set([...messages.filter((shown) => shown.place !== message.place), { ...message, key: lastKey }]);
}

export function hideMessage(key: number): void {
  if (messages.some((message) => message.key === key)) set(messages.filter((message) => message.key !== key));
}

/** The messages that are shown. The same array until they change. */
export function shownMessages(): readonly ShownMessage[] {
  return messages;
}

export function onMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly ShownMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}
