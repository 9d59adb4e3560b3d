import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import QrCode2Outlined from '@mui/icons-material/QrCode2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Driver } from '#contract/delivery/drivers.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { RowMenu } from '../../components/list/row-menu.tsx';
import { useIsShown } from '../../components/form/use-is-shown.ts';
import { useMayEditMenu } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { DriverDialog } from './driver-dialog.tsx';
import { type DriverOpening, DriverLink } from './driver-link.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const text = words.delivery.drivers;
const empty = { heading: text.none, sentence: text.noneHint };
const search = {
  label: text.search,
  texts: ({ name, phone }: Driver) => [name, phone],
  hasButton: false,
};

/** Milliseconds after which the list is read again: who is out changes all evening. */
const refreshMs = 10_000;

/** The dialog above the list. */
type Open =
  | { kind: 'add' }
  | { kind: 'edit'; driver: Driver }
  | { kind: 'renew'; driver: Driver }
  | { kind: 'remove'; driver: Driver }
  | { kind: 'link'; opening: DriverOpening };

/** /dashboard/drivers: who takes orders out, with which orders, and the link that opens their page. */
export function Drivers() {
  const query = useQuery({ ...queries.drivers(), refetchInterval: refreshMs });
  const mayEdit = useMayEditMenu();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const actions = (driver: Driver) =>
    mayEdit ? (
      <RowMenu
        name={driver.name}
        actions={[
          {
            label: words.general.list.edit,
            Icon: EditOutlined,
            does: { changes: () => setOpen({ kind: 'edit', driver }) },
          },
          { label: text.newLink, Icon: QrCode2Outlined, does: { changes: () => setOpen({ kind: 'renew', driver }) } },
          { label: text.remove, Icon: DeleteOutlined, does: { changes: () => setOpen({ kind: 'remove', driver }) } },
        ]}
      />
    ) : null;
  return (
    <>
      <ListPage
        title={text.title}
        heading={(rows) => words.general.shell.titleWithCount({ title: text.title, count: rows.length })}
        query={query}
        errors="operation"
        columns={columns(actions)}
        rowId={({ _id }) => _id}
        search={search}
        filter={null}
        empty={empty}
        action={
          mayEdit ? (
            <>
              <Button component={Link} to={paths.couriers()}>
                {words.delivery.couriers.title}
              </Button>
              <Button component={Link} to={paths.driverShifts()}>
                {words.delivery.shifts.title}
              </Button>
              <Button variant="contained" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'add' })}>
                {text.add}
              </Button>
            </>
          ) : null
        }
      />
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <DriverDialog
          driver={open.kind === 'edit' ? open.driver : null}
          onClose={close}
          onAdded={(opening) => setOpen({ kind: 'link', opening })}
        />
      )}
      {open?.kind === 'renew' && (
        <RenewLink driver={open.driver} onClose={close} onRenewed={(opening) => setOpen({ kind: 'link', opening })} />
      )}
      {open?.kind === 'remove' && <RemoveDriver driver={open.driver} onClose={close} />}
      {open?.kind === 'link' && <DriverLink opening={open.opening} onClose={close} />}
    </>
  );
}

function columns(actions: (driver: Driver) => ReactNode): readonly Column<Driver>[] {
  return [
    {
      key: 'name',
      label: text.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      isName: true,
      isFreeText: true,
      width: 160,
    },
    { key: 'phone', label: text.phone, cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi>, width: 150 },
    { key: 'state', label: text.state, cell: (driver) => <State driver={driver} />, width: 260 },
    { key: 'actions', label: words.general.list.actions, cell: actions, width: 90, isMenu: true },
  ];
}

function State({ driver }: { driver: Driver }) {
  const { orders, isCodeLocked, lastSeenAt } = driver;
  const [out, taken] = [orders.filter(({ leftAt }) => leftAt !== null), orders.filter(({ leftAt }) => leftAt === null)];
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      {out.length > 0 && <Orders label={text.outWith} orders={out} />}
      {taken.length > 0 && <Orders label={text.hasTaken} orders={taken} />}
      {orders.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {lastSeenAt === null ? text.neverSeen : text.free}
        </Typography>
      )}
      {isCodeLocked && (
        <Typography variant="body2" color="error">
          {text.locked}
        </Typography>
      )}
    </Box>
  );
}

function Orders({ label, orders }: { label: string; orders: Driver['orders'] }) {
  return (
    <Typography variant="body2">
      {label}{' '}
      {orders.map(({ _id, orderName }, index) => (
        <span key={_id}>
          {index > 0 && ' · '}
          <MuiLink component={Link} to={paths.order(_id)}>
            {orderName}
          </MuiLink>
        </span>
      ))}
    </Typography>
  );
}

function RenewLink(props: { driver: Driver; onClose: () => void; onRenewed: (opening: DriverOpening) => void }) {
  const { driver, onClose, onRenewed } = props;
  const cache = useQueryClient();
  const isShown = useIsShown();
  const renewing = useMutation({
    mutationFn: () => client.call('POST /delivery/new-driver-link/:id', { params: { id: driver._id } }),
    onSuccess: (opening) => {
      if (isShown()) onRenewed(opening);
      else showToast({ place: 'bar', tone: 'ok', text: opening.msg });
      return cache.invalidateQueries({ queryKey: queries.drivers().queryKey });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <ConfirmDialog
      title={text.renewTitle({ name: driver.name })}
      hint={text.renewHint}
      confirmLabel={text.newLink}
      cancelLabel={words.dining.cancel}
      isDangerous={false}
      isBusy={renewing.isPending}
      onClose={onClose}
      onConfirm={() => renewing.mutate()}
    />
  );
}

function RemoveDriver({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  return (
    <RemoveDialog
      title={text.removeTitle({ name: driver.name })}
      hint={text.removeHint}
      label={text.remove}
      remove={() => client.call('DELETE /delivery/remove-driver/:id', { params: { id: driver._id } })}
      listKey={queries.drivers().queryKey}
      onClose={onClose}
    />
  );
}
