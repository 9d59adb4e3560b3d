import useMediaQuery from '@mui/material/useMediaQuery';
import { useSyncExternalStore } from 'react';

/** Pixels at the usual size of text. */
interface Room {
  width: number;
  height?: number;
}

/** The window has this room for text of the size that the reader has chosen: media queries do not know that size. */
export function useRoom({ width, height = 0 }: Room): boolean {
  const scale = useSyncExternalStore(subscribeTextSize, readTextSize) / USUAL_SIZE;
  return useMediaQuery(`(min-width:${width * scale}px) and (min-height:${height * scale}px)`, { noSsr: true });
}

/** Text of the root, in pixels. */
const USUAL_SIZE = 16;

function readTextSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** No event tells of a new size of text, but an element that is as wide as a letter is high changes with it. */
function subscribeTextSize(notify: () => void): () => void {
  const letter = document.createElement('div');
  letter.ariaHidden = 'true';
  Object.assign(letter.style, { position: 'fixed', insetBlockStart: '0', inlineSize: '1rem', visibility: 'hidden' });
  document.body.append(letter);
  const observer = new ResizeObserver(notify);
  observer.observe(letter);
  return () => {
    observer.disconnect();
    letter.remove();
  };
}
