import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { DriverShift } from '#contract/delivery/driver-shift.ts';
import { client } from '../../api/api.ts';
import { driverShiftsKey } from '../../api/delivery-queries.ts';
import { queries } from '../../api/queries.ts';
import { mayGoOn } from '../../api/read-pages.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { pressable } from '../../components/form/pressable.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { rowButtons } from '../../components/list/row-buttons.ts';
import { amountText, readAmount } from '../../components/order/amount.ts';
import { paths } from '../../routing/paths.ts';
import { momentText } from '../../words/dates.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.delivery.shifts;
const empty = { heading: text.none, sentence: text.noneHint };
const search = { label: text.search, texts: ({ driverName }: DriverShift) => [driverName], hasButton: false };

/** /dashboard/drivers/cash: what each driver has to hand in, and what was counted. */
export function DriverShifts() {
  const [pages, setPages] = useState(1);
  const query = useQuery({
    ...queries.driverShifts(pages),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });
  const [settling, setSettling] = useState<DriverShift | null>(null);
  const actions = (shift: DriverShift) => {
    const isOpen = shift.closedAt === null;
    const name = { name: shift.driverName };
    return (
      <Box sx={rowButtons}>
        <Button aria-label={isOpen ? text.countOf(name) : text.correctOf(name)} onClick={() => setSettling(shift)}>
          {isOpen ? text.count : text.correct}
        </Button>
      </Box>
    );
  };
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
          <Button component={Link} to={paths.drivers()}>
            {words.delivery.drivers.title}
          </Button>
        }
        more={
          (query.isPlaceholderData || mayGoOn(query.data, pages)) && (
            <Button
              variant="outlined"
              {...pressable(!query.isPlaceholderData, () => setPages(pages + 1))}
              sx={{ justifySelf: 'start' }}
            >
              {words.general.list.more}
            </Button>
          )
        }
      />
      {settling !== null && <SettleShift shift={settling} onClose={() => setSettling(null)} />}
    </>
  );
}

function columns(actions: (shift: DriverShift) => ReactNode): readonly Column<DriverShift>[] {
  return [
    {
      key: 'driver',
      label: words.delivery.drivers.name,
      cell: ({ driverName }) => driverName,
      sortBy: ({ driverName }) => driverName,
      isName: true,
      isFreeText: true,
      width: 150,
    },
    {
      key: 'opened',
      label: text.opened,
      cell: ({ openedAt, closedAt }) => (
        <>
          {momentText(openedAt)}
          <Typography variant="body2" color="textSecondary">
            {closedAt === null ? text.open : text.until({ time: momentText(closedAt) })}
          </Typography>
        </>
      ),
      sortBy: ({ openedAt }) => openedAt,
      width: 210,
    },
    {
      key: 'expected',
      label: text.expected,
      cell: ({ expected, float, orders, currency }) => (
        <>
          {amountText(expected, currency)}
          <Typography variant="body2" color="textSecondary">
            {text.ordersAndChange({ orders, change: amountText(float, currency) })}
          </Typography>
        </>
      ),
      sortBy: ({ expected }) => expected,
      width: 200,
    },
    {
      key: 'counted',
      label: text.counted,
      cell: ({ counted, difference, currency }) =>
        counted === null ? (
          words.general.list.empty
        ) : (
          <>
            {amountText(counted, currency)}
            {difference !== null && difference !== 0 && (
              <Typography variant="body2" color={difference < 0 ? 'error' : 'textSecondary'}>
                {difference < 0
                  ? text.missing({ amount: amountText(-difference, currency) })
                  : text.over({ amount: amountText(difference, currency) })}
              </Typography>
            )}
          </>
        ),
      width: 160,
    },
    { key: 'actions', label: words.general.list.actions, cell: actions, width: 130, isActions: true },
  ];
}

function SettleShift({ shift, onClose }: { shift: DriverShift; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const cache = useQueryClient();
  const isShown = useIsShown();
  const settling = useMutation({
    mutationFn: (counted: number) =>
      client.call('POST /delivery/settle-shift/:id', { params: { id: shift._id }, body: { counted } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
    },
    onError: (error) => setProblem(errorText(error, 'operation')),
    onSettled: () => cache.invalidateQueries({ queryKey: driverShiftsKey }),
  });
  return (
    <FormDialog
      title={text.countTitle({ name: shift.driverName })}
      submitLabel={text.save}
      isBusy={settling.isPending}
      onClose={onClose}
      onSubmit={() => {
        const counted = readAmount(typed, shift.currency);
        if (Number.isNaN(counted) || counted < 0) setProblem(text.amountRequired);
        else if (!settling.isPending) settling.mutate(counted);
      }}
    >
      <Typography>{text.countHint({ amount: amountText(shift.expected, shift.currency) })}</Typography>
      <TextField
        required
        label={text.counted}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={problem !== null}
        helperText={problem ?? ' '}
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 14, autoComplete: 'off' } }}
      />
    </FormDialog>
  );
}
