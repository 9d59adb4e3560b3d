import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { openEntity } from '../../../components/list/open-entity.ts';
import { type OutletStep, outletSteps, paths, type WizardTask } from '../../../routing/paths.ts';
import { outletsKey, queries } from '../../../api/queries.ts';

/** Which of its two variants the wizard is, by the address. */
export function useWizardTask(): WizardTask {
  const { pathname, search } = useLocation();
  const isPartOfCreate = new URLSearchParams(search).get('task') === 'create';
  return pathname.startsWith(paths.createOutlet()) || isPartOfCreate ? 'create' : 'edit';
}

/** The step after this one; null after the last. */
export function stepAfter(step: OutletStep): OutletStep | null {
  return outletSteps[outletSteps.indexOf(step) + 1] ?? null;
}

/** The step that was just saved, for the next one to say so. */
export interface ArrivalState {
  saved: OutletStep;
  /** Lacking in a mode that is switched on. */
  missing: readonly ('hours' | 'payment')[];
}

/** Takes in an outlet as it was just saved, and goes on to the next step (core-setup 4). */
export function useOnward(step: OutletStep) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const task = useWizardTask();
  return (saved: Outlet, missing: ArrivalState['missing'] = []) => {
    cache.setQueryData(queries.outlets().queryKey, (outlets) => withOutlet(outlets, saved));
    void cache.invalidateQueries({ queryKey: outletsKey });
    openEntity('outlet', saved._id);
    const next = stepAfter(step);
    if (next === null || !isShown()) return;
    // The form of a new outlet is done with: going back to it would begin another one.
    const replace = task === 'create' && step === 'basic-info';
    void navigate(paths.outletStep(task, next, saved._id), {
      state: { saved: step, missing } satisfies ArrivalState,
      replace,
    });
  };
}

function withOutlet(outlets: Outlet[] | undefined, saved: Outlet): Outlet[] | undefined {
  const isKnown = outlets?.some(({ _id }) => _id === saved._id) === true;
  return isKnown ? outlets?.map((one) => (one._id === saved._id ? saved : one)) : outlets && [...outlets, saved];
}
