import Block from '@mui/icons-material/Block';
import Check from '@mui/icons-material/Check';
import DoorFrontOutlined from '@mui/icons-material/DoorFrontOutlined';
import FiberNewOutlined from '@mui/icons-material/FiberNewOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminRestaurant } from '#contract/platform/admin.ts';
import { restaurantStatuses } from '#contract/base/enumerations.ts';
import { client } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { EmailText } from '../../components/feedback/email-text.tsx';
import { checkedCall } from '../../components/form/checked-form.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { AdminUnsentMessages } from '../../components/feedback/unsent-messages.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { Mark } from '../../components/feedback/state-chip.tsx';
import { rowButtons } from '../../components/list/row-buttons.ts';
import { bandNames, sourceNames } from '../../components/form/restaurant-choices.ts';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { AdminOnly } from './admin-only.tsx';
import { countryName } from './country-name.ts';
import { EngineAge } from './engine-age.tsx';
import { SupportAccessDialog } from './support-access.tsx';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.platform.admin;
const empty = { heading: text.noRestaurants, sentence: text.noRestaurantsHint };
const search = {
  label: text.searchRestaurants,
  texts: ({ name, slug, owner, invitedOwner }: AdminRestaurant) => [
    name,
    slug,
    owner?.name ?? '',
    owner?.email ?? invitedOwner ?? '',
  ],
  hasButton: false,
};
const filter = {
  label: text.status,
  all: text.allStatuses,
  options: [
    ...restaurantStatuses.map((status) => ({ value: status, label: text.statuses[status] })),
    { value: 'closed', label: words.restaurants.offboarding.status },
    { value: 'unverified', label: text.ownerUnverified },
  ],
  matches({ status, offboarding, owner, isOwnerVerified }: AdminRestaurant, value: string) {
    if (value === 'closed') return offboarding !== null;
    return value === 'unverified' ? owner !== null && !isOwnerVerified : status === value;
  },
};
const looks = {
  new: { Icon: FiberNewOutlined, color: 'info.main', background: 'tone.infoSoft' },
  approved: { Icon: Check, color: 'success.main', background: 'tone.okSoft' },
  cancelled: { Icon: Block, color: 'error.main', background: 'tone.errorSoft' },
} as const;

/** A decision that waits for confirmation. */
interface PendingDecision {
  restaurant: AdminRestaurant;
  kind: 'approve' | 'cancel' | 'look';
}

/** /dashboard/resturants: every restaurant of the platform, to be approved or cancelled (order-operations 2, decision 26). */
export function Restaurants() {
  return (
    <AdminOnly title={text.restaurants}>
      <RestaurantList />
    </AdminOnly>
  );
}

function RestaurantList() {
  const query = useQuery(queries.adminRestaurants());
  const [pendingDecision, setPendingDecision] = useState<PendingDecision | null>(null);
  return (
    <>
      <ListPage
        title={text.restaurants}
        heading={(rows) => text.restaurantCount({ count: rows.length })}
        query={query}
        errors="operation"
        isDense
        columns={columns(setPendingDecision)}
        rowId={({ _id }) => _id}
        search={search}
        filter={filter}
        empty={empty}
        note={
          <>
            <EngineAge />
            <AdminUnsentMessages />
          </>
        }
        action={
          <Button variant="contained" component={Link} to={paths.createRestaurant()}>
            {text.create}
          </Button>
        }
      />
      {pendingDecision?.kind === 'look' && (
        <SupportAccessDialog restaurant={pendingDecision.restaurant} onClose={() => setPendingDecision(null)} />
      )}
      {pendingDecision !== null && pendingDecision.kind !== 'look' && (
        <DecisionDialog pendingDecision={pendingDecision} onClose={() => setPendingDecision(null)} />
      )}
    </>
  );
}

function columns(onDecide: (pendingDecision: PendingDecision) => void): readonly Column<AdminRestaurant>[] {
  return [
    {
      key: 'name',
      label: text.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      isName: true,
      isFreeText: true,
      width: 170,
    },
    {
      key: 'outlets',
      label: text.outlets,
      cell: ({ outlets, outletCount }) =>
        `${bandNames[outlets as keyof typeof bandNames] ?? outlets} (${text.outletsNow({ count: outletCount })})`,
      sortBy: ({ outletCount }) => outletCount,
      width: 108,
    },
    {
      key: 'country',
      label: text.country,
      cell: ({ country }) => countryName(country),
      sortBy: ({ country }) => countryName(country),
      width: 102,
    },
    {
      key: 'informer',
      label: text.informer,
      cell: ({ chatfoodInformer }) => sourceNames[chatfoodInformer as keyof typeof sourceNames] ?? chatfoodInformer,
      sortBy: ({ chatfoodInformer }) => chatfoodInformer,
      width: 102,
    },
    {
      key: 'owner',
      label: text.owner,
      cell: (restaurant) => <Owner restaurant={restaurant} />,
      isFreeText: true,
      sortBy: ({ owner }) => owner?.name ?? null,
      width: 170,
    },
    {
      key: 'status',
      label: text.status,
      cell: (restaurant) => <Status restaurant={restaurant} />,
      isFreeText: true,
      sortBy: ({ status }) => status,
      width: 108,
    },
    {
      key: 'actions',
      label: text.actions,
      cell: (restaurant) => <Actions restaurant={restaurant} onDecide={onDecide} />,
      width: 190,
      isActions: true,
    },
  ];
}

function Owner({ restaurant: { owner, invitedOwner, isOwnerVerified } }: { restaurant: AdminRestaurant }) {
  if (owner === null) return invitedOwner === null ? text.nobody : text.invited({ email: invitedOwner });
  return (
    <>
      {owner.name}
      <Typography variant="body2" color="textSecondary">
        <EmailText email={owner.email} />
      </Typography>
      {!isOwnerVerified && (
        <Mark Icon={MailOutlined} color="warning.main" background="tone.warnSoft">
          {text.ownerUnverified}
        </Mark>
      )}
    </>
  );
}

function Status({ restaurant: { status, statusReason, offboarding } }: { restaurant: AdminRestaurant }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Mark {...looks[status]}>{text.statuses[status]}</Mark>
      {offboarding !== null && (
        <>
          <Mark Icon={DoorFrontOutlined} color="warning.main" background="tone.warnSoft">
            {words.restaurants.offboarding.status}
          </Mark>
          <Typography variant="body2" color="textSecondary">
            {words.restaurants.offboarding.statusErased({ date: deviceDayText(offboarding.eraseAt) })}
          </Typography>
        </>
      )}
      {statusReason !== '' && (
        <Typography variant="body2" color="textSecondary">
          {statusReason}
        </Typography>
      )}
    </Box>
  );
}

function Actions({
  restaurant,
  onDecide,
}: {
  restaurant: AdminRestaurant;
  onDecide: (pendingDecision: PendingDecision) => void;
}) {
  const { name, status, offboarding } = restaurant;
  return (
    <Box sx={rowButtons}>
      {offboarding === null && (
        <Button
          aria-label={words.platform.supportAccess.beginOf({ name })}
          onClick={() => onDecide({ restaurant, kind: 'look' })}
        >
          {words.platform.supportAccess.begin}
        </Button>
      )}
      {status !== 'approved' && (
        <Button aria-label={text.approveOf({ name })} onClick={() => onDecide({ restaurant, kind: 'approve' })}>
          {text.approve}
        </Button>
      )}
      {status !== 'cancelled' && (
        <Button
          color="error"
          aria-label={text.cancelOf({ name })}
          onClick={() => onDecide({ restaurant, kind: 'cancel' })}
        >
          {text.cancel}
        </Button>
      )}
    </Box>
  );
}

function DecisionDialog({
  pendingDecision: { restaurant, kind },
  onClose,
}: {
  pendingDecision: PendingDecision;
  onClose: () => void;
}) {
  const isCancel = kind === 'cancel';
  const cache = useQueryClient();
  const { queryKey } = queries.adminRestaurants();
  const { _id: id, name } = restaurant;
  const isShown = useIsShown();
  const deciding = useMutation({
    mutationFn: (reason: string) =>
      isCancel
        ? client.call('POST /admin/cancel-restaurant/:id', { params: { id }, body: { reason } })
        : client.call('POST /admin/approve-restaurant/:id', { params: { id }, body: {} }),
    onSuccess: ({ restaurant: decided, msg }) => {
      cache.setQueryData(queryKey, (rows) => rows?.map((row) => (row._id === id ? decided : row)));
      showToast({ place: 'bar', tone: 'ok', text: msg });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
    onSettled: () => {
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={isCancel ? text.cancelTitle({ name }) : text.approveTitle({ name })}
      hint={isCancel ? text.cancelHint : text.approveHint}
      {...(isCancel && {
        reason: {
          label: text.reason,
          hint: text.reasonHint,
          call: (reason: string) => checkedCall('POST /admin/cancel-restaurant/:id', { reason }),
        },
      })}
      confirmLabel={isCancel ? text.cancelConfirm : text.approveConfirm}
      cancelLabel={text.back}
      isDangerous={isCancel}
      isBusy={deciding.isPending}
      onClose={onClose}
      onConfirm={deciding.mutate}
    />
  );
}
