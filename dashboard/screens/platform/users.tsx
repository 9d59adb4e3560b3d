import Block from '@mui/icons-material/Block';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Logout from '@mui/icons-material/Logout';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#contract/platform/admin.ts';
import { client } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { checkedCall } from '../../components/form/checked-form.ts';
import { EmailText } from '../../components/feedback/email-text.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { type RowAction, RowMenu } from '../../components/list/row-menu.tsx';
import { commaList } from '../../words/lists.ts';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { AdminOnly } from './admin-only.tsx';
import { countryName } from './country-name.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.platform.admin;
const empty = { heading: text.noUsers, sentence: text.noUsersHint };
const nameOf = ({ firstName, lastName }: AdminUser) => `${firstName} ${lastName}`;
const phoneOf = ({ countryCode, mobileNumber }: AdminUser) => `${countryCode} ${mobileNumber}`.trim();
const search = {
  label: text.searchUsers,
  texts: (user: AdminUser) => [nameOf(user), user.email, ...user.restaurants],
  hasButton: false,
};
const filter = {
  label: text.state,
  all: text.allUsers,
  options: [
    { value: 'active', label: text.active },
    { value: 'disabled', label: text.disabled },
  ],
  matches: ({ disabledReason }: AdminUser, value: string) => (disabledReason !== null) === (value === 'disabled'),
};

/** /dashboard/users: everybody with an account (order-operations 2, decision 26). */
export function Users() {
  return (
    <AdminOnly title={text.users}>
      <UserList />
    </AdminOnly>
  );
}

function UserList() {
  const query = useQuery(queries.adminUsers());
  const { data: me } = useQuery(queries.me());
  const [pendingDecision, setPendingDecision] = useState<AdminUser | null>(null);
  const change = useChangeUser(() => setPendingDecision(null));
  const actions = (user: AdminUser) =>
    user._id === me?.user._id ? (
      text.yourself
    ) : (
      <Actions
        user={user}
        onDisable={() => setPendingDecision(user)}
        onChange={(call) => {
          if (!change.isPending) change.mutate({ user, call, reason: '' });
        }}
      />
    );
  return (
    <>
      <ListPage
        title={text.users}
        heading={(rows) => text.userCount({ count: rows.length })}
        query={query}
        errors="operation"
        isDense
        columns={columns(actions)}
        rowId={({ _id }) => _id}
        search={search}
        filter={filter}
        empty={empty}
        action={null}
      />
      {pendingDecision !== null && (
        <ConfirmDialog
          title={text.disableTitle({ name: nameOf(pendingDecision) })}
          hint={text.disableHint}
          reason={{
            label: text.reason,
            hint: text.disableReasonHint,
            call: (reason) => checkedCall('POST /admin/disable-user/:id', { reason }),
          }}
          confirmLabel={text.disableConfirm}
          cancelLabel={text.back}
          isDangerous
          isBusy={change.isPending}
          onClose={() => setPendingDecision(null)}
          onConfirm={(reason) => change.mutate({ user: pendingDecision, call: 'disable', reason })}
        />
      )}
    </>
  );
}

function columns(actions: (user: AdminUser) => React.ReactNode): readonly Column<AdminUser>[] {
  return [
    {
      key: 'firstName',
      label: text.firstName,
      cell: (user) => <FirstName user={user} />,
      sortBy: ({ firstName }) => firstName,
      isName: true,
      isFreeText: true,
      width: 96,
    },
    {
      key: 'lastName',
      label: text.lastName,
      cell: ({ lastName }) => lastName,
      isFreeText: true,
      sortBy: ({ lastName }) => lastName,
      width: 96,
    },
    {
      key: 'email',
      label: text.email,
      cell: (user) => <Email user={user} />,
      isFreeText: true,
      sortBy: ({ email }) => email,
      width: 220,
    },
    {
      key: 'country',
      label: text.country,
      cell: ({ country }) => countryName(country),
      sortBy: ({ country }) => countryName(country),
      width: 98,
    },
    {
      key: 'phone',
      label: text.phone,
      cell: (user) => (
        <Box component="bdi" dir="ltr">
          {phoneOf(user)}
        </Box>
      ),
      sortBy: phoneOf,
      width: 126,
    },
    {
      key: 'created',
      label: text.created,
      cell: ({ createdAt }) => deviceDayText(createdAt),
      sortBy: ({ createdAt }) => createdAt,
      width: 98,
    },
    {
      key: 'updated',
      label: text.updated,
      cell: ({ updatedAt }) => deviceDayText(updatedAt),
      sortBy: ({ updatedAt }) => updatedAt,
      width: 98,
    },
    { key: 'actions', label: text.actions, cell: actions, width: 96, isMenu: true },
  ];
}

/** The address, and where they work: the search finds people by that as well. */
function Email({ user: { email, restaurants } }: { user: AdminUser }) {
  return (
    <>
      <EmailText email={email} />
      {restaurants.length > 0 && <Hint>{commaList(restaurants)}</Hint>}
    </>
  );
}

function FirstName({ user: { firstName, userType, disabledReason } }: { user: AdminUser }) {
  const line =
    disabledReason !== null ? text.disabledWhy({ reason: disabledReason }) : userType === 'admin' ? text.isAdmin : null;
  return (
    <>
      {firstName}
      {line !== null && (
        <Typography variant="body2" color={disabledReason === null ? 'textSecondary' : 'error'}>
          {line}
        </Typography>
      )}
    </>
  );
}

interface ActionsProps {
  user: AdminUser;
  onDisable: () => void;
  onChange: (call: 'enable' | 'end') => void;
}

function Actions({ user, onDisable, onChange }: ActionsProps) {
  const isDisabled = user.disabledReason !== null;
  const actions: RowAction[] = [
    ...(user.sessions > 0 ? [{ label: text.endSessions, Icon: Logout, does: { changes: () => onChange('end') } }] : []),
    isDisabled
      ? { label: text.enable, Icon: CheckCircleOutlined, does: { changes: () => onChange('enable') } }
      : { label: text.disable, Icon: Block, does: { changes: onDisable } },
  ];
  return <RowMenu name={nameOf(user)} actions={actions} />;
}

interface Change {
  user: AdminUser;
  call: 'disable' | 'enable' | 'end';
  reason: string;
}

function useChangeUser(onSettled: () => void) {
  const cache = useQueryClient();
  const { queryKey } = queries.adminUsers();
  return useMutation({
    mutationFn: ({ user: { _id: id }, call, reason }: Change) => {
      const params = { id };
      if (call === 'disable') return client.call('POST /admin/disable-user/:id', { params, body: { reason } });
      return call === 'enable'
        ? client.call('POST /admin/enable-user/:id', { params })
        : client.call('POST /admin/end-sessions/:id', { params });
    },
    onSuccess: ({ user: changed, msg }) => {
      cache.setQueryData(queryKey, (rows) => rows?.map((row) => (row._id === changed._id ? changed : row)));
      showToast({ place: 'bar', tone: 'ok', text: msg });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
    onSettled: () => {
      onSettled();
      return cache.invalidateQueries({ queryKey });
    },
  });
}
