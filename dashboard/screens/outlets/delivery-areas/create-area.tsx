import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { useOpenEntity } from '../../../components/list/open-entity.ts';
import { EntityPage } from '../../../components/form/entity-page.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { outletsKey, queries } from '../../../api/queries.ts';
import { AreaForm } from './area-form.tsx';
import { useWizardTask } from '../wizard/use-wizard.ts';
import { backToOutlets, WizardPage } from '../wizard/wizard-page.tsx';

const text = words.outlets.deliveryAreas;

/** /dashboard/outlets/delivery-areas/create: an area of the outlet that is open. */
export function CreateDeliveryArea() {
  const outlets = useQuery(queries.outlets());
  const isNone = useOpenEntity('outlet') === null;
  if (isNone) return <Navigate to={paths.outlets()} replace />;
  return (
    <EntityPage kind="outlet" query={outlets} errors="outlets" title={text.createTitle} back={backToOutlets}>
      {(outlet) => <NewArea outlet={outlet} />}
    </EntityPage>
  );
}

function NewArea({ outlet }: { outlet: Outlet }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: areas = [] } = useQuery(queries.deliveryAreas(outlet._id));
  const list = paths.outletStep(useWizardTask(), 'delivery-area', outlet._id);
  return (
    <WizardPage
      step="delivery-area"
      outlet={outlet}
      part={{ title: text.createTitle, back: { to: list, label: words.outlets.wizard.titles['delivery-area'] } }}
    >
      <AreaForm
        area={null}
        outlet={outlet}
        others={areas}
        save={(fields) =>
          client.call('POST /outlet/update-delivery-area/:id', { params: { id: outlet._id }, body: fields })
        }
        onSaved={({ deliveryArea, msg }) => {
          cache.setQueryData(queries.deliveryAreas(outlet._id).queryKey, (areas) => areas && [...areas, deliveryArea]);
          void cache.invalidateQueries({ queryKey: outletsKey });
          showToast({ place: 'bar', tone: 'ok', text: msg });
          void navigate(list, { replace: true });
        }}
      />
    </WizardPage>
  );
}
