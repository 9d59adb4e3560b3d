import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Colleague } from '#contract/staff/staff.ts';
import { client } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { ListCard } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { EmailText } from '../../components/feedback/email-text.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { Page } from '../../components/shell/page.tsx';
import { rowButtons } from '../../components/list/row-buttons.ts';
import { deviceDayText, momentText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { ProofDialog } from '../accounts/security/proof-dialog.tsx';
import type { Proof } from '../accounts/security/proof-fields.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { OwnerOnly } from './owner-only.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import { OutletsDialog } from './outlets-dialog.tsx';
import { useOutletNames } from './use-outlet-names.ts';
import { roles, type Role } from '#contract/base/enumerations.ts';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.staff.people;
const empty = { heading: text.none, sentence: text.noneHint };
const search = {
  label: text.search,
  texts: ({ firstName, lastName, email }: Colleague) => [`${firstName} ${lastName}`, email],
  hasButton: false,
};
const nameOf = ({ firstName, lastName }: Colleague) => `${firstName} ${lastName}`;

/** A change that waits for confirmation. */
type PendingChange = { colleague: Colleague; role: Role } | { colleague: Colleague; role: null };

/** /dashboard/staff: who works here and as what, who has been invited, and what each role may do (ST-03, ST-04). */
export function Staff() {
  return (
    <OwnerOnly title={text.title}>
      <StaffPage />
    </OwnerOnly>
  );
}

function StaffPage() {
  const query = useQuery({ ...queries.staff(), select: ({ staff }) => staff });
  const { data } = useQuery(queries.staff());
  const [isInviting, setInviting] = useState(false);
  const [pendingChange, setPendingChange] = useState<PendingChange | null>(null);
  const [placedColleague, setPlacedColleague] = useState<Colleague | null>(null);
  const outletNames = useOutletNames();
  const owners = query.data?.filter(({ role }) => role === 'owner').length;
  const invite = (
    <Button variant="contained" onClick={() => setInviting(true)}>
      {text.invite}
    </Button>
  );
  return (
    <Page
      title={text.title}
      heading={query.data && words.general.shell.titleWithCount({ title: text.title, count: query.data.length })}
      tools={
        <>
          <Button variant="outlined" component={Link} to={paths.auditLog()}>
            {text.toAuditLog}
          </Button>
          {invite}
        </>
      }
    >
      {data !== undefined && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      <ListCard
        title={text.title}
        query={query}
        errors="setup"
        columns={columns(setPendingChange, setPlacedColleague, ({ outletIds }) => outletNames(outletIds), owners === 1)}
        rowId={({ _id }) => _id}
        search={search}
        filter={null}
        empty={empty}
        action={invite}
      />
      {/* One failure on a page, with one way to try again. */}
      {query.data === undefined && query.isError ? null : <RoleMatrix />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {placedColleague !== null && (
        <OutletsDialog colleague={placedColleague} onClose={() => setPlacedColleague(null)} />
      )}
      {pendingChange !== null && <ChangeDialog pendingChange={pendingChange} onClose={() => setPendingChange(null)} />}
    </Page>
  );
}

function columns(
  onChange: (pendingChange: PendingChange) => void,
  onPlace: (colleague: Colleague) => void,
  placeOf: (colleague: Colleague) => string,
  hasOneOwner: boolean,
): readonly Column<Colleague>[] {
  return [
    {
      key: 'name',
      label: text.person,
      cell: (colleague) => `${nameOf(colleague)}${colleague.isYou ? ` (${text.you})` : ''}`,
      sortBy: nameOf,
      isName: true,
      isFreeText: true,
      width: 112,
    },
    {
      key: 'email',
      label: text.email,
      cell: ({ email }) => <EmailText email={email} />,
      sortBy: ({ email }) => email,
      isFreeText: true,
      isLesser: 'in tables',
      width: 180,
    },
    {
      key: 'role',
      label: text.role,
      cell: (colleague) => <RoleChoice colleague={colleague} onChoose={(role) => onChange({ colleague, role })} />,
      sortBy: ({ role }) => role,
      width: 128,
    },
    {
      key: 'outlets',
      label: text.outlets,
      cell: (colleague) =>
        colleague.role === 'owner' ? (
          placeOf(colleague)
        ) : (
          <Button
            aria-label={text.outletsOf({ name: nameOf(colleague), outlets: placeOf(colleague) })}
            onClick={() => onPlace(colleague)}
            sx={{ textAlign: 'start', px: 1, marginInlineStart: -1, overflowWrap: 'anywhere' }}
          >
            {placeOf(colleague)}
          </Button>
        ),
      sortBy: placeOf,
      width: 120,
    },
    {
      key: 'since',
      label: text.since,
      cell: ({ createdAt }) => deviceDayText(createdAt),
      sortBy: ({ createdAt }) => createdAt,
      isLesser: 'in tables',
    },
    {
      key: 'seen',
      label: text.lastSeen,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? text.never : momentText(lastSeenAt)),
      sortBy: ({ lastSeenAt }) => lastSeenAt,
      isLesser: 'in tables',
      width: 130,
    },
    {
      key: 'actions',
      label: words.general.list.actions,
      cell: (colleague) =>
        hasOneOwner && colleague.role === 'owner' ? (
          <Hint>{text.onlyOwner}</Hint>
        ) : (
          <Box sx={rowButtons}>
            <Button
              color="error"
              aria-label={`${text.remove}: ${nameOf(colleague)}`}
              onClick={() => onChange({ colleague, role: null })}
            >
              {text.remove}
            </Button>
          </Box>
        ),
      width: 116,
      isActions: true,
    },
  ];
}

function RoleChoice({ colleague, onChoose }: { colleague: Colleague; onChoose: (role: Role) => void }) {
  return (
    <TextField
      select
      value={colleague.role}
      helperText={null}
      onChange={(event) => {
        const role = roles.find((one) => one === event.target.value);
        if (role !== undefined && role !== colleague.role) onChoose(role);
      }}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': text.roleOf({ name: nameOf(colleague) }) } }}
      // Room for the longest role, which a narrower one cuts; the table fits a tablet beside the navigation.
      sx={{ minWidth: '7rem', '& select': { paddingInlineStart: 1, paddingInlineEnd: '28px !important' } }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {text.roles[role]}
        </option>
      ))}
    </TextField>
  );
}

/** Asks first: either signs somebody out at once. */
function ChangeDialog({
  pendingChange: { colleague, role },
  onClose,
}: {
  pendingChange: PendingChange;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const params = { id: colleague._id };
  const read = () => cache.invalidateQueries({ queryKey: queries.staff().queryKey });
  const change = (proof?: Proof): Promise<{ msg: string }> =>
    role === null
      ? client.call('DELETE /staff/remove/:id', { params, body: { ...proof } })
      : client.call('POST /staff/update-role/:id', { params, body: { role, ...proof } });
  const isShown = useIsShown();
  const changing = useMutation({
    mutationFn: () => change(),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => {
      if (isShown()) onClose();
      return read();
    },
  });
  const isRemoval = role === null;
  const name = nameOf(colleague);
  const asked = {
    title: isRemoval ? text.removeTitle({ name }) : text.changeTitle({ name, role }),
    hint: isRemoval ? text.removeHint : text.changeHint,
    confirmLabel: isRemoval ? text.removeConfirm : text.changeConfirm,
    isDangerous: isRemoval,
  };
  if (role === 'owner' || colleague.role === 'owner') {
    return (
      <ProofDialog
        {...asked}
        errors="setup"
        onProof={async (proof) => {
          const { msg } = await change(proof);
          showToast({ place: 'bar', tone: 'ok', text: msg });
          await read();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      {...asked}
      cancelLabel={text.cancel}
      isBusy={changing.isPending}
      onClose={onClose}
      onConfirm={() => changing.mutate()}
    />
  );
}
