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
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { pressable } from '../../../components/form/pressable.ts';
import { DishPicker } from '../../../components/menu/dish-picker.tsx';
import { amountText } from '../../../components/order/amount.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { useWorksNowhere, WorksNowhere } from '../../../components/shell/works-nowhere.tsx';
import { paths } from '../../../routing/paths.ts';
import { errorText } from '../../../words/error-text.ts';
import { commaList } from '../../../words/lists.ts';
import { loadAnswerWords, sayRefusal } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import { AlreadyPlaced } from './already-placed.tsx';
import {
  atOutlet,
  isBegun,
  missingOf,
  modesOf,
  newDraft,
  paymentsOf,
  type PhoneDraft,
  quoteBody,
  withPicked,
  withQuantity,
} from './phone-draft.ts';
import { PhoneAddress } from './phone-address.tsx';
import { PhoneGuest } from './phone-guest.tsx';
import { PhoneLines } from './phone-lines.tsx';
import { quoteKey, usePlacePhoneOrder } from './use-place-phone-order.ts';

const text = words.ordering.phoneOrder;

/** /dashboard/orders/new: an order for a guest on the telephone, typed while they speak. */
export function PhoneOrder() {
  const { data: outlets, error, refetch } = useQuery(queries.outlets());
  const open = outlets?.filter((outlet) => outlet.status && modesOf(outlet).length > 0);
  const worksNowhere = useWorksNowhere();
  const [hasForm, setHasForm] = useState(false);
  // The form stays, with what is typed, when the last outlet is switched off meanwhile.
  if (!hasForm && open !== undefined && open.length > 0) setHasForm(true);
  return (
    <Page title={text.title}>
      {error !== null && outlets === undefined ? (
        <Card>
          <Failure error={error} place="operation" onRetry={() => void refetch()} />
        </Card>
      ) : outlets === undefined || open === undefined ? (
        <LoadingBlock height={320} />
      ) : worksNowhere && !hasForm ? (
        <WorksNowhere />
      ) : open.length === 0 && !hasForm ? (
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
        <OrderForm outlets={open} all={outlets} />
      )}
    </Page>
  );
}

interface OrderFormProps {
  /** The outlets that take orders now. */
  outlets: readonly Outlet[];
  all: readonly Outlet[];
}

function OrderForm({ outlets, all }: OrderFormProps) {
  const [draft, setDraft] = useState<PhoneDraft>(() => newDraft(outlets[0]!));
  const change = (part: Partial<PhoneDraft>) => setDraft((before) => ({ ...before, ...part }));
  // None where the chosen one was switched off or deleted meanwhile: another one is for staff to choose.
  const outlet = outlets.find(({ _id }) => _id === draft.outletId);
  const payments = outlet === undefined ? [draft.payment] : paymentsOf(outlet, draft.mode);
  const payment = payments.includes(draft.payment) ? draft.payment : (payments[0] ?? draft.payment);
  const order = { ...draft, payment };
  const quote = useQuote(order);
  const { currency } = useRestaurant();
  const { placing, refusal, isPlaced, first, place, placeAnother, forgetFirst } = usePlacePhoneOrder(order);
  const total = quote.data?.quote.total;
  const hasArea =
    draft.mode === 'pickup' || draft.saved !== null || draft.areaId !== null || draft.postcode.trim() !== '';
  // Nobody has said the area yet, so that it cannot be a wrong one.
  const problem = quote.data?.quote.problems.find(({ code }) => hasArea || code !== 'order.area_not_served');
  const missing = [...missingOf(order), ...(outlet === undefined ? (['outlet'] as const) : [])];
  const isReady = missing.length === 0 && total !== undefined && problem === undefined && !quote.isPlaceholderData;
  const missingId = useId();
  const refusalId = useId();
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
          {(outlets.length > 1 || outlet === undefined) && (
            <TextField
              select
              label={text.outlet}
              value={draft.outletId}
              helperText={null}
              onChange={({ target }) => {
                const chosen = outlets.find(({ _id }) => _id === target.value);
                if (chosen !== undefined) setDraft((before) => atOutlet(before, chosen));
              }}
              slotProps={{ select: { native: true } }}
            >
              {outlet === undefined && (
                <option value={draft.outletId} disabled>
                  {text.takesNoOrders({
                    outlet: all.find(({ _id }) => _id === draft.outletId)?.name ?? words.general.form.deletedOutlet,
                  })}
                </option>
              )}
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
            choices={(outlet === undefined ? [draft.mode] : modesOf(outlet)).map((mode) => ({
              value: mode,
              label: words.ordering.mode[mode],
            }))}
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
            {...pressable(isReady && !placing.isPending, () => total !== undefined && place(total))}
            aria-describedby={missing.length > 0 ? missingId : refusal === null ? undefined : refusalId}
            sx={{ minHeight: 'var(--primary-control)' }}
          >
            {text.place}
          </Button>
          {refusal !== null && refusal !== problem?.msg && (
            <Typography id={refusalId} role="alert" color="error">
              {refusal}
            </Typography>
          )}
          {missing.length > 0 && (
            <Hint id={missingId}>
              {words.general.form.stillNeeded({ missing: commaList(missing.map((field) => text[field])) })}
            </Hint>
          )}
        </Section>
      </Box>
      {/* An order that has arrived is no draft any more, and leads to its page. */}
      <LeaveGuard
        hasUnsaved={() => isBegun(draft) && first === null && !isPlaced()}
        isSaving={placing.isPending}
        onHeld={() => {}}
      />
      {first !== null && total !== undefined && (
        <AlreadyPlaced order={first} onPlaceAnother={() => placeAnother(total)} onClose={forgetFirst} />
      )}
    </EditingArea>
  );
}

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
