import { useState } from 'react';
import { type Mode, modes } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { words } from '../../words/words.ts';
import { useMayEditMenu } from '../shell/restaurant.tsx';
import { Ticks } from './ticks.tsx';
import { unlistedOutlets } from './unlisted-outlets.ts';

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

/** The outlets that something is for; nothing where there is one. Deleted ones that were chosen before are told, and can be left out. */
export function OutletTicks({ outlets, ...props }: ScopeTicksProps<OutletId> & { outlets: readonly Outlet[] }) {
  const { chosen, onChange } = props;
  const readsAll = useMayEditMenu();
  const [before] = useState(chosen);
  if (outlets.length === 0) return null;
  const { deleted, hidden } = unlistedOutlets(outlets, { before, chosen, readsAll });
  if (outlets.length + deleted.length < 2) return null;
  const options = [
    ...outlets.map(({ _id, name }) => ({ id: _id, name })),
    ...deleted.map((id) => ({ id, name: words.general.form.deletedOutlet })),
  ];
  return <Ticks {...props} options={options} onChange={(ticked) => onChange([...ticked, ...hidden])} />;
}
