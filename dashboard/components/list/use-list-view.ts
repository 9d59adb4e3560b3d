import { useLocation } from 'react-router';
import { useAddressParams } from '../../routing/use-address-params.ts';
import { type ListView, pageSizes, readView, writeView } from './list-view.ts';

/** `step` can be gone back to, `quiet` cannot: typing is not a list of places. */
export type ViewChange = 'step' | 'quiet';

/** The view of the list, kept in the address. How many rows a page has, this device remembers for each list. */
export function useListView(defaultSize: number): [ListView, (change: Partial<ListView>, how?: ViewChange) => void] {
  const [params, changeParams] = useAddressParams();
  const key = `rows of ${useLocation().pathname}`;
  const kept = Number(localStorage.getItem(key) ?? defaultSize);
  const read = (from: URLSearchParams) => readView(from, pageSizes.includes(kept) ? kept : defaultSize);
  const show = (change: Partial<ListView>, how: ViewChange = 'step') =>
    changeParams(
      (current) => {
        const view = { ...read(current), ...change };
        localStorage.setItem(key, String(view.size));
        return writeView(current, view, defaultSize);
      },
      { replace: how === 'quiet' },
    );
  return [read(params), show];
}
