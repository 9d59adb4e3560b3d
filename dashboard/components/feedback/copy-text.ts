import { showToast } from './toast-store.ts';

interface Answers {
  copied: string;
  /** The browser, or whoever set it up, may refuse. */
  copyFailed: string;
}

/** Copies a text, and says whether that worked. */
export async function copyText(text: string, answers: Answers, place: 'bar' | 'toast' = 'bar'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ place, tone: 'ok', text: answers.copied });
  } catch {
    showToast({ place, tone: 'error', text: answers.copyFailed });
  }
}
