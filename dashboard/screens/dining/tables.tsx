import PrintOutlined from '@mui/icons-material/PrintOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import CleaningServices from '@mui/icons-material/CleaningServicesOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import SwapVert from '@mui/icons-material/SwapVert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CallAnswer } from '#contract/base/client.ts';
import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { PaidOnline } from '../../components/order/paid-online.tsx';
import { ClearTable } from '../../components/order/clear-table.tsx';
import { useDeleteWithUndo } from '../../components/list/delete-with-undo.ts';
import { ListCard } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { rowDeletion } from '../../components/list/row-deletion.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { outletTime } from '../../components/order/outlet-time.ts';
import { visuallyHidden } from '../../components/feedback/visually-hidden.ts';
import { words } from '../../words/words.ts';
import { diningKey } from '../../api/dining-queries.ts';
import { queries } from '../../api/queries.ts';
import { AddTables } from './add-tables.tsx';
import { Areas } from './areas.tsx';
import { EditTable } from './edit-table.tsx';
import { OrderTables } from './order-tables.tsx';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.dining;
const empty = { heading: text.none, sentence: text.noneHint };
const PrintSheet = lazy(async () => ({ default: (await import('./print-sheet.tsx')).PrintSheet }));

type Task = { kind: 'add' | 'order' | 'print' } | { kind: 'edit' | 'code' | 'clear'; table: DiningTable };

/** A table with guests who share a basket. */
type OccupiedTable = CallAnswer<'GET /dining/get-table-sessions'>['tableSessions'][number];

/** The tables of an outlet and the areas they stand in. */
export function Tables({ outlet }: { outlet: Outlet }) {
  const [task, setTask] = useState<Task | null>(null);
  const query = useQuery(queries.diningTables(outlet._id));
  const { data: areas = [] } = useQuery(queries.diningAreas(outlet._id));
  const { data: tableSessions = [] } = useQuery(queries.tableSessions(outlet._id));
  const onDelete = useDeleteWithUndo<DiningTable>({
    listKey: queries.diningTables(outlet._id).queryKey,
    rowId: (table) => table._id,
    remove: ({ _id: id }) => client.call('DELETE /dining/delete-table/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /dining/restore-table/:id', { params: { id } }),
    alsoChanges: [],
    errors: 'setup',
  });
  const tables = query.data ?? [];
  const add = (
    <Button variant="contained" onClick={() => setTask({ kind: 'add' })}>
      {text.add}
    </Button>
  );
  return (
    <>
      {tables.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h2" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
            {text.count({ tables: tables.length })}
          </Typography>
          {tables.length > 1 && (
            <Button startIcon={<SwapVert />} onClick={() => setTask({ kind: 'order' })}>
              {text.order}
            </Button>
          )}
          <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => setTask({ kind: 'print' })}>
            {text.print}
          </Button>
          {add}
        </Box>
      )}
      <ListCard
        title={text.tables}
        query={query}
        errors="setup"
        columns={columns({
          areas,
          tableSessions,
          outlet,
          onTask: setTask,
          onDelete: (table) => void onDelete(table),
        })}
        rowId={(table) => table._id}
        search={{ label: text.search, texts: (table) => [table.name, nameOfArea(areas, table)], hasButton: false }}
        filter={null}
        empty={empty}
        action={add}
      />
      <Areas outletId={outlet._id} areas={areas} />
      {task !== null && (
        <TaskDialog {...{ task, outlet, tables, areas, tableSessions }} onClose={() => setTask(null)} />
      )}
    </>
  );
}

function nameOfArea(areas: readonly DiningArea[], { areaId }: DiningTable): string {
  return areas.find(({ _id }) => _id === areaId)?.name ?? '';
}

function guestsAt(tableSessions: readonly OccupiedTable[], { _id }: DiningTable): OccupiedTable | undefined {
  return tableSessions.find(({ tableId }) => tableId === _id);
}

interface Rows {
  areas: readonly DiningArea[];
  tableSessions: readonly OccupiedTable[];
  outlet: Outlet;
  onTask: (task: Task) => void;
  onDelete: (table: DiningTable) => void;
}

function columns({ areas, tableSessions, outlet, onTask, onDelete }: Rows): readonly Column<DiningTable>[] {
  return [
    { key: 'name', label: text.name, cell: (table) => table.name, isName: true },
    { key: 'area', label: text.area, cell: (table) => nameOfArea(areas, table) || words.general.list.empty },
    {
      key: 'guests',
      label: text.guests,
      sortBy: (table) => guestsAt(tableSessions, table)?.participants ?? 0,
      cell: (table) => {
        const tablesInUse = guestsAt(tableSessions, table);
        if (tablesInUse === undefined) return words.general.list.empty;
        const { participants: guests, startedAt, bill } = tablesInUse;
        return (
          <>
            {text.guestsSince({ guests, time: outletTime(startedAt, outlet.timeZone) })}
            <PaidOnline bill={bill} />
          </>
        );
      },
    },
    {
      key: 'actions',
      label: words.general.list.actions,
      width: 400,
      isActions: true,
      cell: (table) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, marginInlineStart: -1 }}>
          <RowButton icon={<EditOutlined />} name={table.name} onPress={() => onTask({ kind: 'edit', table })}>
            {text.edit}
          </RowButton>
          <RowButton icon={<QrCode2 />} name={table.name} onPress={() => onTask({ kind: 'code', table })}>
            {text.newCode}
          </RowButton>
          {guestsAt(tableSessions, table) !== undefined && (
            <RowButton icon={<CleaningServices />} name={table.name} onPress={() => onTask({ kind: 'clear', table })}>
              {text.clear}
            </RowButton>
          )}
          <RowButton icon={<DeleteOutlined />} name={table.name} onPress={() => onDelete(table)} isDangerous>
            {text.delete}
          </RowButton>
        </Box>
      ),
    },
  ];
}

interface RowButtonProps {
  icon: ReactNode;
  name: string;
  onPress: () => void;
  isDangerous?: boolean;
  children: string;
}

function RowButton({ icon, name, onPress, isDangerous = false, children }: RowButtonProps) {
  return (
    <Button
      {...(isDangerous ? rowDeletion(onPress) : { onClick: onPress })}
      color={isDangerous ? 'error' : 'primary'}
      startIcon={icon}
      sx={{ px: 1 }}
    >
      {children}
      <Box component="span" sx={visuallyHidden}>
        {name}
      </Box>
    </Button>
  );
}

interface TaskDialogProps {
  task: Task;
  outlet: Outlet;
  tables: readonly DiningTable[];
  areas: readonly DiningArea[];
  tableSessions: readonly OccupiedTable[];
  onClose: () => void;
}

function TaskDialog({ task, outlet, tables, areas, tableSessions, onClose }: TaskDialogProps) {
  switch (task.kind) {
    case 'add':
      return <AddTables outletId={outlet._id} tables={tables} areas={areas} onClose={onClose} />;
    case 'edit':
      return <EditTable table={task.table} areas={areas} onClose={onClose} />;
    case 'order':
      return <OrderTables tables={tables} onClose={onClose} />;
    case 'code':
      return <NewCode table={task.table} onClose={onClose} />;
    case 'clear': {
      const { _id: tableId, name } = task.table;
      const { participants: guests = 0, bill = null } = guestsAt(tableSessions, task.table) ?? {};
      return <ClearTable {...{ tableId, name, guests, bill, onClose }} />;
    }
    case 'print':
      return (
        <Suspense>
          <PrintSheet tables={tables} areas={areas} onClose={onClose} />
        </Suspense>
      );
  }
}

function NewCode({ table, onClose }: { table: DiningTable; onClose: () => void }) {
  const cache = useQueryClient();
  const isShown = useIsShown();
  const making = useMutation({
    mutationFn: () => client.call('POST /dining/new-code/:id', { params: { id: table._id } }),
    onSuccess: () => {
      showToast({ place: 'bar', tone: 'ok', text: text.codeMade });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: diningKey(table.outletId) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  return (
    <ConfirmDialog
      title={text.codeTitle({ name: table.name })}
      hint={text.codeHint}
      confirmLabel={text.codeConfirm}
      cancelLabel={text.cancel}
      isDangerous
      isBusy={making.isPending}
      onClose={onClose}
      onConfirm={() => making.mutate()}
    />
  );
}
