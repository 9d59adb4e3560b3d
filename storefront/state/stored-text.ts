/** A short text that this browser or tab keeps; every component that reads it sees a change. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Where storing is forbidden, a text lives as long as the page. */
const kept = new Map<string, string>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** '' where nothing is stored. `tab`: for this tab alone. */
export function useStoredText(key: string, place: 'tab' | 'browser'): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(key, place),
    () => '',
  );
  const change = (next: string) => {
    try {
      storageOf(place).setItem(key, next);
    } catch {
      kept.set(key, next);
    }
    for (const listener of listeners) listener();
  };
  return [text, change];
}

function read(key: string, place: 'tab' | 'browser'): string {
  try {
    return storageOf(place).getItem(key) ?? kept.get(key) ?? '';
  } catch {
    return kept.get(key) ?? '';
  }
}

function storageOf(place: 'tab' | 'browser'): Storage {
  return place === 'tab' ? sessionStorage : localStorage;
}
