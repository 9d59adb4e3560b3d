import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListedOffer } from '#contract/ordering/offers/offers.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import type { Column } from '../../../components/list/list-table.tsx';
import { askToDelete, editAction, RowMenu } from '../../../components/list/row-menu.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useMayEdit, useMayEditMenu, useRestaurant } from '../../../components/shell/restaurant.tsx';
import { paths } from '../../../routing/paths.ts';
import { errorText } from '../../../words/error-text.ts';
import { namesOf } from '../../../components/list/text-search.ts';
import { words } from '../../../words/words.ts';
import { benefitText, offerState, usesText } from './offer-text.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';

const text = words.ordering.offers;
const search = {
  label: text.search,
  texts: (offer: ListedOffer) => [...namesOf(offer), offer.code ?? ''],
  hasButton: false,
};

/** /dashboard/offers: what guests get off, with a code or by itself, and how often it was used (decision 78). */
export function Offers() {
  if (useMayEdit()) return <OfferList />;
  return (
    <Page title={text.title}>
      <Card>
        <Notice heading={text.onlyEditors} sentence={text.onlyEditorsHint} action={null} />
      </Card>
    </Page>
  );
}

function OfferList() {
  const query = useQuery(queries.offers());
  const { currency } = useRestaurant();
  // Offers are of the whole restaurant: who works at some outlets alone reads them.
  const mayEdit = useMayEditMenu();
  const now = useNow(60_000);
  const { data: items } = useQuery(queries.items());
  const { data: categories } = useQuery(queries.allCategories());
  const { data: outlets } = useQuery(queries.outlets());
  const present = {
    dishes: idsOf(items),
    categories: idsOf(categories),
    // People of some outlets read no others.
    outlets: mayEdit ? idsOf(outlets) : null,
  };
  const state = (offer: ListedOffer) => text.states[offerState(offer, now, present)];
  const [deleted, setDeleted] = useState<ListedOffer | null>(null);
  return (
    <>
      <ListPage
        title={text.title}
        heading={(rows) => words.general.shell.titleWithCount({ title: text.title, count: rows.length })}
        query={query}
        errors="operation"
        columns={columnsOf(currency, state, mayEdit ? setDeleted : null)}
        rowId={({ _id }) => _id}
        search={search}
        filter={null}
        empty={{ heading: text.none, sentence: text.noneHint }}
        action={
          mayEdit ? (
            <Button variant="contained" component={Link} to={paths.createOffer()}>
              {text.add}
            </Button>
          ) : null
        }
      />
      {deleted !== null && <DeleteOffer offer={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function idsOf(rows: readonly { _id: string }[] | undefined): ReadonlySet<string> | null {
  return rows === undefined ? null : new Set(rows.map(({ _id }) => _id));
}

function columnsOf(
  currency: string,
  state: (offer: ListedOffer) => string,
  onDelete: ((offer: ListedOffer) => void) | null,
): readonly Column<ListedOffer>[] {
  const benefit = (offer: ListedOffer) => benefitText(offer, currency);
  const common: Column<ListedOffer>[] = [
    {
      key: 'name',
      label: text.columns.name,
      cell: ({ _id, name }) =>
        onDelete === null ? (
          <bdi>{name}</bdi>
        ) : (
          <MuiLink component={Link} to={paths.offer(_id)} sx={{ py: 1.5 }}>
            <bdi>{name}</bdi>
          </MuiLink>
        ),
      sortBy: ({ name }) => name,
      isName: true,
      isFreeText: true,
      width: 150,
    },
    { key: 'benefit', label: text.columns.benefit, cell: benefit, sortBy: benefit, width: 148 },
    {
      key: 'code',
      label: text.columns.code,
      cell: ({ code, stamps }) =>
        code !== null ? <bdi>{code}</bdi> : stamps === null ? text.automatic : text.fullCard({ needed: stamps.needed }),
      sortBy: ({ code }) => code ?? '',
      isLesser: 'in tables',
      width: 130,
    },
    {
      key: 'uses',
      label: text.columns.uses,
      cell: usesText,
      sortBy: ({ uses }) => uses,
      isLesser: 'in tables',
      width: 110,
    },
    { key: 'state', label: text.columns.state, cell: state, sortBy: state, width: 100 },
  ];
  if (onDelete === null) return common;
  const cell = (offer: ListedOffer) => (
    <RowMenu name={offer.name} actions={[editAction(paths.offer(offer._id)), askToDelete(() => onDelete(offer))]} />
  );
  return [...common, { key: 'actions', label: words.general.list.actions, cell, width: 72, isMenu: true }];
}

function DeleteOffer({ offer, onClose }: { offer: ListedOffer; onClose: () => void }) {
  const cache = useQueryClient();
  const isShown = useIsShown();
  const deleting = useMutation({
    mutationFn: () => client.call('DELETE /offer/delete-offer/:id', { params: { id: offer._id } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: queries.offers().queryKey });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <ConfirmDialog
      title={text.deleteTitle({ name: offer.name })}
      hint={offer.stamps === null ? text.deleteHint : text.deleteCardHint}
      confirmLabel={text.deleteConfirm}
      cancelLabel={text.keep}
      isDangerous
      isBusy={deleting.isPending}
      onClose={onClose}
      onConfirm={() => deleting.mutate()}
    />
  );
}
