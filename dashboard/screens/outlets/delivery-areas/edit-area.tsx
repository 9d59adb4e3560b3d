import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { openEntity, useOpenEntity } from '../../../components/list/open-entity.ts';
import { Page } from '../../../components/shell/page.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { outletsKey, queries } from '../../../api/queries.ts';
import { AreaForm } from './area-form.tsx';
import { useWizardTask } from '../wizard/use-wizard.ts';
import { backToOutlets, WizardPage } from '../wizard/wizard-page.tsx';

const text = words.outlets.deliveryAreas;

/** /dashboard/outlets/delivery-areas/edit */
export function EditDeliveryArea() {
  const id = useOpenEntity('deliveryArea');
  return id === null ? <Navigate to={paths.outlets()} replace /> : <LoadedArea key={id} id={id} />;
}

function LoadedArea({ id }: { id: DeliveryAreaId }) {
  const { data: area, error, refetch } = useQuery(queries.deliveryArea(id));
  const isFound = area !== undefined;
  useEffect(() => {
    if (isFound) openEntity('deliveryArea', id);
  }, [isFound, id]);
  if (area !== undefined) return <ChangeArea area={area} />;
  return (
    <Page title={text.editTitle} back={backToOutlets}>
      {error === null ? (
        <LoadingBlock height={320} />
      ) : (
        <Card>
          <Failure error={error} place="operation" onRetry={() => void refetch()} />
        </Card>
      )}
    </Page>
  );
}

function ChangeArea({ area }: { area: DeliveryArea }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { data: outlets = [] } = useQuery(queries.outlets());
  const outlet = outlets.find(({ _id }) => _id === area.outletId) ?? null;
  const { data: areas = [] } = useQuery(queries.deliveryAreas(area.outletId));
  const list = paths.outletStep(useWizardTask(), 'delivery-area', area.outletId);
  return (
    <WizardPage
      step="delivery-area"
      outlet={outlet}
      part={{ title: text.editTitle, back: { to: list, label: words.outlets.wizard.titles['delivery-area'] } }}
    >
      <AreaForm
        key={outlet?._id}
        area={area}
        outlet={outlet}
        others={areas.filter(({ _id }) => _id !== area._id)}
        save={(fields) =>
          client.call('POST /outlet/update-delivery-area/:id', { params: { id: area._id }, body: fields })
        }
        onSaved={({ deliveryArea, msg }) => {
          cache.setQueryData(queries.deliveryArea(area._id).queryKey, deliveryArea);
          cache.setQueryData(queries.deliveryAreas(area.outletId).queryKey, (areas) =>
            areas?.map((one) => (one._id === area._id ? deliveryArea : one)),
          );
          void cache.invalidateQueries({ queryKey: outletsKey });
          showToast({ place: 'bar', tone: 'ok', text: msg });
          if (isShown()) void navigate(list, { replace: true });
        }}
      />
    </WizardPage>
  );
}
