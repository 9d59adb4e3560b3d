import { useSearchParams } from 'react-router';
import { type ListView, readView, writeView } from './list-view.ts';

/** `step` can be gone back to, `quiet` cannot: typing is not a list of places. */
export type ViewChange = 'step' | 'quiet';

/** The view of the list, kept in the address. */
export function useListView(defaultSize: number): [ListView, (view: ListView, how?: ViewChange) => void] {
  const [params, setParams] = useSearchParams();
  const setView = (view: ListView, how: ViewChange = 'step') =>
    setParams((before) => writeView(before, view, defaultSize), { replace: how === 'quiet', preventScrollReset: true });
  return [readView(params, defaultSize), setView];
}
