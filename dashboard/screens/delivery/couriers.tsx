import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { CourierCompany } from '#contract/delivery/couriers.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { RowMenu } from '../../components/list/row-menu.tsx';
import { useIsOwner } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import { CourierDialog } from './courier-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const text = words.delivery.couriers;
const empty = { heading: text.none, sentence: text.noneHint };
const search = { label: text.search, texts: ({ name }: CourierCompany) => [name], hasButton: false };

type Open = { kind: 'connect' } | { kind: 'edit' | 'remove'; company: CourierCompany };

/** /dashboard/drivers/couriers: the companies whose couriers take orders out. */
export function Couriers() {
  const query = useQuery(queries.couriers());
  const isOwner = useIsOwner();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const actions = (company: CourierCompany) =>
    isOwner ? (
      <RowMenu
        name={company.name}
        actions={[
          {
            label: words.general.list.edit,
            Icon: EditOutlined,
            does: { changes: () => setOpen({ kind: 'edit', company }) },
          },
          { label: text.remove, Icon: DeleteOutlined, does: { changes: () => setOpen({ kind: 'remove', company }) } },
        ]}
      />
    ) : null;
  return (
    <>
      <ListPage
        title={text.title}
        query={query}
        errors="operation"
        columns={columns(actions)}
        rowId={({ _id }) => _id}
        search={search}
        filter={null}
        empty={empty}
        action={
          <>
            <Button component={Link} to={paths.drivers()}>
              {words.delivery.drivers.title}
            </Button>
            {isOwner && (
              <Button variant="contained" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'connect' })}>
                {text.connect}
              </Button>
            )}
          </>
        }
      />
      {open?.kind === 'connect' && <CourierDialog company={null} onClose={close} />}
      {open?.kind === 'edit' && <CourierDialog company={open.company} onClose={close} />}
      {open?.kind === 'remove' && <RemoveCourier company={open.company} onClose={close} />}
    </>
  );
}

function columns(actions: (company: CourierCompany) => ReactNode): readonly Column<CourierCompany>[] {
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
    {
      key: 'outlets',
      label: text.outlets,
      cell: ({ outletIds }) => (outletIds === null ? text.allOutlets : text.someOutlets({ count: outletIds.length })),
      width: 130,
    },
    {
      key: 'money',
      label: text.money,
      cell: ({ takesMoney }) => (takesMoney ? text.moneyYes : text.moneyNo),
      width: 180,
    },
    { key: 'actions', label: words.general.list.actions, cell: actions, width: 90, isActions: true },
  ];
}

function RemoveCourier({ company, onClose }: { company: CourierCompany; onClose: () => void }) {
  return (
    <RemoveDialog
      title={text.removeTitle({ name: company.name })}
      hint={text.removeHint}
      label={text.remove}
      remove={() => client.call('DELETE /delivery/remove-courier/:id', { params: { id: company._id } })}
      listKey={queries.couriers().queryKey}
      onClose={onClose}
    />
  );
}
