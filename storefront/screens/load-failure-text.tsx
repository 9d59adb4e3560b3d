import { CallError } from '#contract/base/client.ts';
import { useSite } from '../site.tsx';
import type { Words } from '../words/words.ts';

/** Why a load failed, in the specification's text, and where there was no answer what to do about it. */
export function loadFailureText(error: unknown, words: Words): string {
  const text = words.failure(error, 'site');
  const isAnswered = error instanceof CallError && error.status > 0;
  return isAnswered ? text : `${text}. ${words.checkConnection}`;
}

export function LoadFailureText({ error }: { error: unknown }) {
  const { words } = useSite();
  return loadFailureText(error, words);
}
