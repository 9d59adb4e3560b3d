import { Navigate, useSearchParams } from 'react-router';
import type { OutletId } from '#contract/base/ids.ts';
import { paths } from '../../../routing/paths.ts';
import { useWizardTask } from './use-wizard.ts';

/** /dashboard/outlets/create and /dashboard/outlets/edit begin with the basic information. */
export function FirstStepRedirect() {
  const task = useWizardTask();
  const [params] = useSearchParams();
  const id = params.get('id') as OutletId | null;
  return <Navigate to={paths.outletStep(task, 'basic-info', id ?? undefined)} replace />;
}
