import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Printer } from '#contract/printing/printing.ts';
import { client } from '../../api/api.ts';
import { useDeleteWithUndo } from '../../components/list/delete-with-undo.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { PrinterMark } from '../../components/printing/printer-mark.tsx';
import { printerState } from '../../components/printing/printer-state.ts';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { deleteAction, editAction, RowMenu } from '../../components/list/row-menu.tsx';
import { useNow } from '../../components/live/use-now.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { errorText } from '../../words/error-text.ts';
import { refreshMs } from './refresh-printers.ts';

const text = words.printing.printers;
const empty = { heading: text.none, sentence: text.noneHint };
const search = {
  label: text.search,
  texts: (printer: Printer) => [printer.name, printer.outletName],
  hasButton: false,
};

function columns(
  now: Date,
  mayEdit: boolean,
  actions: (printer: Printer) => React.ReactNode,
): readonly Column<Printer>[] {
  return [
    {
      key: 'name',
      label: text.name,
      cell: ({ _id, name }) =>
        mayEdit ? (
          <MuiLink component={Link} to={paths.printer(_id)} sx={{ py: 1.5 }}>
            {name}
          </MuiLink>
        ) : (
          name
        ),
      sortBy: ({ name }) => name,
      isName: true,
      isFreeText: true,
      width: 160,
    },
    { key: 'outlet', label: text.outlet, cell: ({ outletName }) => outletName, sortBy: ({ outletName }) => outletName },
    {
      key: 'state',
      label: text.state,
      cell: (printer) => <State printer={printer} now={now} />,
      sortBy: (printer) => printerState(printer, now).text,
      width: 170,
    },
    { key: 'prints', label: text.prints, cell: ({ prints }) => text.moments[prints], width: 150 },
    { key: 'actions', label: words.general.list.actions, cell: actions, width: 220, isActions: true },
  ];
}

/** /dashboard/printers: the ticket printers, how they are, and what waits for them. */
export function Printers() {
  const query = useQuery({ ...queries.printers(), refetchInterval: refreshMs });
  const now = useNow(refreshMs);
  const mayEdit = useMayEdit();
  const onDelete = useDeleteWithUndo<Printer>({
    listKey: queries.printers().queryKey,
    rowId: (printer) => printer._id,
    remove: ({ _id: id }) => client.call('DELETE /printing/delete-printer/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /printing/restore-printer/:id', { params: { id } }),
    alsoChanges: [],
    errors: 'operation',
  });
  const actions = (printer: Printer) =>
    mayEdit ? (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <TestButton printer={printer} />
        <RowMenu
          name={printer.name}
          actions={[editAction(paths.printer(printer._id)), deleteAction(() => void onDelete(printer))]}
        />
      </Box>
    ) : (
      <TestButton printer={printer} />
    );
  return (
    <ListPage
      title={text.title}
      heading={(rows) => words.general.shell.titleWithCount({ title: text.title, count: rows.length })}
      query={query}
      errors="operation"
      columns={columns(now, mayEdit, actions)}
      rowId={(printer) => printer._id}
      search={search}
      filter={null}
      empty={empty}
      action={
        mayEdit ? (
          <Button variant="contained" component={Link} to={paths.createPrinter()}>
            {text.add}
          </Button>
        ) : null
      }
      note={<MissingScripts />}
    />
  );
}

function State({ printer, now }: { printer: Printer; now: Date }) {
  const { waiting, failed } = printer;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <PrinterMark printer={printer} now={now} />
      {waiting > 0 && <Typography variant="body2">{text.waiting({ count: waiting })}</Typography>}
      {failed > 0 && (
        <Typography variant="body2" color="error">
          {text.failed({ count: failed })}
        </Typography>
      )}
    </Box>
  );
}

function TestButton({ printer }: { printer: Printer }) {
  const cache = useQueryClient();
  const testing = useMutation({
    mutationFn: () => client.call('POST /printing/print-test/:id', { params: { id: printer._id } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      return cache.invalidateQueries({ queryKey: queries.printers().queryKey });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <Button
      startIcon={<PrintOutlined />}
      aria-label={text.testOf({ name: printer.name })}
      onClick={() => {
        if (!testing.isPending) testing.mutate();
      }}
      sx={{ px: 1 }}
    >
      {text.test}
    </Button>
  );
}

/** Scripts that this installation cannot print on tickets, before a kitchen finds out. */
function MissingScripts() {
  const { data } = useQuery(queries.missingScripts());
  return data?.includes('arabic') === true ? <Alert severity="warning">{text.noArabic}</Alert> : null;
}
