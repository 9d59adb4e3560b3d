import { type Mode, modes } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { words } from '../../words/words.ts';
import { Ticks } from './ticks.tsx';

interface ScopeTicksProps<Id extends string> {
  legend: string;
  /** Says what it means that none is ticked. */
  hint: string;
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
}

/** The kinds of orders that something is for. */
export function ModeTicks(props: ScopeTicksProps<Mode>) {
  return <Ticks {...props} options={modes.map((mode) => ({ id: mode, name: words.ordering.mode[mode] }))} />;
}

/** The outlets that something is for; nothing where there is one. */
export function OutletTicks({ outlets, ...props }: ScopeTicksProps<OutletId> & { outlets: readonly Outlet[] }) {
  if (outlets.length < 2) return null;
  return <Ticks {...props} options={outlets.map(({ _id, name }) => ({ id: _id, name }))} />;
}
