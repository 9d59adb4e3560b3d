import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { DishPicker } from '../../../components/menu/dish-picker.tsx';
import { amountText } from '../../../components/order/amount.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { paths } from '../../../routing/paths.ts';
import { errorText } from '../../../words/error-text.ts';
import { loadAnswerWords, sayRefusal } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import {
  isComplete,
  modesOf,
  newDraft,
  orderBody,
  paymentsOf,
  type PhoneDraft,
  quoteBody,
  withPicked,
  withQuantity,
} from './phone-draft.ts';
import { PhoneAddress } from './phone-address.tsx';
import { PhoneGuest } from './phone-guest.tsx';
import { PhoneLines } from './phone-lines.tsx';

const text = words.ordering.phoneOrder;

/** /dashboard/orders/new: an order for a guest on the telephone, typed while they speak. */
export function PhoneOrder() {
  const { data: outlets, error, refetch } = useQuery(queries.outlets());
  const open = outlets?.filter((outlet) => outlet.status && modesOf(outlet).length > 0);
  return (
    <Page title={text.title}>
      {error !== null && outlets === undefined ? (
        <Card>
          <Failure error={error} place="operation" onRetry={() => void refetch()} />
        </Card>
      ) : open === undefined ? (
        <LoadingBlock height={320} />
      ) : open.length === 0 ? (
        <Card>
          <Notice
            heading={text.noOutlet}
            action={
              <Button variant="contained" component={Link} to={paths.outlets()}>
                {words.outlets.pauses.toOutlets}
              </Button>
            }
          />
        </Card>
      ) : (
        <OrderForm outlets={open} />
      )}
    </Page>
  );
}

function OrderForm({ outlets }: { outlets: readonly Outlet[] }) {
  const [draft, setDraft] = useState<PhoneDraft>(() => newDraft(outlets[0]!));
  const change = (part: Partial<PhoneDraft>) => setDraft((before) => ({ ...before, ...part }));
  const outlet = outlets.find(({ _id }) => _id === draft.outletId) ?? outlets[0]!;
  const payments = paymentsOf(outlet, draft.mode);
  const payment = payments.includes(draft.payment) ? draft.payment : (payments[0] ?? draft.payment);
  const order = { ...draft, payment };
  const quote = useQuote(order);
  const { currency } = useRestaurant();
  const placing = usePlace(order);
  const total = quote.data?.quote.total;
  const hasArea = draft.mode === 'pickup' || draft.saved !== null || draft.areaId !== null;
  // Nobody has said the area yet, so that it cannot be a wrong one.
  const problem = quote.data?.quote.problems.find(({ code }) => hasArea || code !== 'order.area_not_served');
  const isReady = isComplete(order) && total !== undefined && problem === undefined && !quote.isPlaceholderData;
  return (
    <EditingArea>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Section heading={text.guest}>
          <PhoneGuest draft={order} onChange={change} />
          {outlets.length > 1 && (
            <TextField
              select
              label={text.outlet}
              value={draft.outletId}
              helperText={null}
              onChange={({ target }) =>
                setDraft({
                  ...newDraft(outlets.find(({ _id }) => _id === target.value) ?? outlet),
                  phone: draft.phone,
                  name: draft.name,
                  customerId: draft.customerId,
                })
              }
              slotProps={{ select: { native: true } }}
            >
              {outlets.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </TextField>
          )}
          <Choice
            label={text.mode}
            value={draft.mode}
            choices={modesOf(outlet).map((mode) => ({ value: mode, label: words.ordering.mode[mode] }))}
            onChange={(mode) => change({ mode })}
          />
          {draft.mode === 'delivery' && <PhoneAddress draft={order} onChange={change} />}
        </Section>
        <Section heading={text.dishes}>
          <DishPicker
            outletId={draft.outletId}
            mode={draft.mode}
            currency={currency}
            onPick={(dish) => setDraft((before) => ({ ...before, lines: withPicked(before.lines, dish) }))}
          />
          <PhoneLines
            lines={draft.lines}
            onQuantity={(key, quantity) =>
              setDraft((before) => ({ ...before, lines: withQuantity(before.lines, key, quantity) }))
            }
          />
          <TextField
            label={text.note}
            value={draft.note}
            helperText={null}
            onChange={({ target }) => change({ note: target.value })}
            slotProps={{ htmlInput: { maxLength: limits.specialInstruction } }}
          />
          <Choice
            label={text.payment}
            value={payment}
            choices={payments.map((one) => ({ value: one, label: words.ordering.payment[`${one} on ${draft.mode}`] }))}
            onChange={(chosen) => change({ payment: chosen })}
          />
          <Box aria-live="polite">
            {draft.lines.length > 0 && quote.error !== null && (
              <Typography color="error">{errorText(quote.error, 'operation')}</Typography>
            )}
            {problem !== undefined && draft.lines.length > 0 && <Typography color="error">{problem.msg}</Typography>}
            {total !== undefined && draft.lines.length > 0 && (
              <Typography variant="display" component="p">
                {text.total({ total: amountText(total, currency) })}
              </Typography>
            )}
          </Box>
          <Button
            variant="contained"
            {...pressable(isReady && !placing.isPending, () => total !== undefined && placing.mutate(total))}
            sx={{ minHeight: 'var(--primary-control)' }}
          >
            {text.place}
          </Button>
        </Section>
      </Box>
    </EditingArea>
  );
}

const quoteKey = 'phone order';

function useQuote(draft: PhoneDraft) {
  const body = quoteBody(draft);
  return useQuery({
    queryKey: [quoteKey, body],
    queryFn: async ({ signal }) => {
      const { quote } = await client.call('POST /order/quote-phone-order', { body, signal });
      if (quote.problems.length > 0) await loadAnswerWords();
      return { quote: { ...quote, problems: quote.problems.map(sayRefusal) } };
    },
    enabled: draft.lines.length > 0,
    // Most problems are over at some time: an outlet opens, a pause ends, a kitchen has room again.
    refetchInterval: ({ state: { data } }) => (data && data.quote.problems.length > 0 ? 30_000 : false),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

/** The key stays with the draft until an order came of it, so that a second press is the same order. */
function usePlace(draft: PhoneDraft) {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const cache = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async (total: number) =>
      (await client.call('POST /order/place-phone-order', { body: orderBody(draft, total), idempotencyKey })).order,
    onSuccess: (order) => {
      showToast({ place: 'toast', tone: 'ok', text: text.placed({ number: order.orderName }) });
      if (isShown()) void navigate(paths.liveOrders(order._id));
    },
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      // The total that was refused would be sent, and refused, again.
      void cache.invalidateQueries({ queryKey: [quoteKey] });
    },
  });
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <Typography id={headingId} variant="h2">
        {heading}
      </Typography>
      {children}
    </Card>
  );
}

function Choice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup row aria-labelledby={labelId} value={value} onChange={(_, chosen) => onChange(chosen as Value)}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            control={<Radio />}
            label={choice.label}
            sx={{ minHeight: 'var(--control)' }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
