import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { ListedOffer } from '#contract/ordering/offers/offers.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { EntityPage } from '../../../components/form/entity-page.tsx';
import { useOpenEntity } from '../../../components/list/open-entity.ts';
import { Page } from '../../../components/shell/page.tsx';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';
import { OfferForm } from './offer-fields.tsx';

const text = words.ordering.offers;
const back = { to: paths.offers(), label: text.title };

/** /dashboard/offers/create */
export function CreateOffer() {
  const onSaved = useSaved();
  return (
    <Page title={text.createTitle} back={back}>
      <OfferForm offer={null} save={(body) => client.call('POST /offer/add-offer', { body })} onSaved={onSaved} />
    </Page>
  );
}

/** /dashboard/offers/edit */
export function EditOffer() {
  const offers = useQuery(queries.offers());
  const isNone = useOpenEntity('offer') === null;
  if (isNone) return <Navigate to={paths.offers()} replace />;
  return (
    <EntityPage kind="offer" query={offers} errors="operation" title={text.editTitle} back={back}>
      {(offer) => <ChangeOffer offer={offer} />}
    </EntityPage>
  );
}

/** The form keeps what it was opened with, and what was entered, when somebody else changes the offer meanwhile. */
function ChangeOffer({ offer }: { offer: ListedOffer }) {
  const onSaved = useSaved();
  const [opened, setOpened] = useState(offer);
  const { _id: id, version } = opened;
  return (
    <Page title={text.editTitle} heading={offer.name} back={back}>
      {offer.version !== version && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => setOpened(offer)}>
              {text.showTheirs}
            </Button>
          }
        >
          {text.changedMeanwhile}
        </Alert>
      )}
      <OfferForm
        key={version}
        offer={opened}
        save={(fields) => client.call('POST /offer/update-offer/:id', { params: { id }, body: { ...fields, version } })}
        onSaved={onSaved}
      />
    </Page>
  );
}

/** Back to the list, which is read again. */
function useSaved(): (saved: { msg: string }) => void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  return ({ msg }) => {
    void cache.invalidateQueries({ queryKey: queries.offers().queryKey });
    showToast({ place: 'bar', tone: 'ok', text: msg });
    if (isShown()) void navigate(paths.offers(), { replace: true });
  };
}
