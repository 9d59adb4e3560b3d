import { useLocation, useSearchParams } from 'react-router';
import { type ListView, pageSizes, readView, writeView } from './list-view.ts';

/** `step` can be gone back to, `quiet` cannot: typing is not a list of places. */
export type ViewChange = 'step' | 'quiet';

/** The view of the list, kept in the address. How many rows a page has, this device remembers for each list. */
export function useListView(defaultSize: number): [ListView, (view: ListView, how?: ViewChange) => void] {
  const [params, setParams] = useSearchParams();
  const key = `rows of ${useLocation().pathname}`;
  const setView = (view: ListView, how: ViewChange = 'step') => {
    localStorage.setItem(key, String(view.size));
    setParams((before) => writeView(before, view, defaultSize), { replace: how === 'quiet', preventScrollReset: true });
  };
  const kept = Number(localStorage.getItem(key) ?? defaultSize);
  return [readView(params, pageSizes.includes(kept) ? kept : defaultSize), setView];
}
