import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { OrderProblem } from '#contract/ordering/order-problem.ts';
import type { AnswerTerms, NewAnswer } from '#contract/ordering/order-problems.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { problemsKey } from '../../../api/problem-queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { amountExample, amountInField, amountText, isAmount, readAmount } from '../../../components/order/amount.ts';
import { useMayEdit } from '../../../components/shell/restaurant.tsx';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';

const text = words.ordering.problems;
const voucherDays = [30, 60, 90, 180] as const;

type Choice = 'lines' | 'whole' | 'voucher' | 'reply';

interface AnswerForm {
  choice: Choice;
  /** The voucher's, in major units, as typed. */
  amount: string;
  days: number;
  note: string;
}

interface AnswerDialogProps {
  order: Order;
  problem: OrderProblem;
  onClose: () => void;
}

/** Answers a problem: staff with words, owners and managers with money or a voucher as well. */
export function AnswerDialog(props: AnswerDialogProps) {
  const mayGive = useMayEdit();
  const { data: terms } = useQuery({ ...queries.answerTerms(props.order._id), enabled: mayGive });
  if (mayGive && terms === undefined) return null;
  return <TermedAnswer {...props} terms={terms ?? null} />;
}

function TermedAnswer({ order, problem, onClose, terms }: AnswerDialogProps & { terms: AnswerTerms | null }) {
  const { currency, orderName } = order;
  const orderId = order._id;
  const choices = choicesOf(terms);
  const suggested = terms === null ? 0 : terms.lines || terms.whole;
  const labelId = useId();
  const answerOf = (filled: AnswerForm): NewAnswer => newAnswer(filled, terms, currency);
  const { register, control, handleSubmit, formState } = useCheckedForm<AnswerForm>({
    mode: 'onChange',
    defaultValues: {
      choice: firstChoice(problem, choices),
      amount: amountInField(suggested, currency),
      days: voucherDays[2],
      note: '',
    },
    calls: (filled) => [
      checkedCall('POST /order/answer-problem', { orderId, version: problem.version, answer: answerOf(filled) }),
    ],
    fieldOf: (apiField) => (apiField === 'answer.note' ? 'note' : null),
    ownProblems: ({ choice, amount, note }) => ({
      ...(choice === 'voucher' &&
        !(isAmount(amount, currency) && readAmount(amount, currency) > 0) && {
          amount: text.amountWrong({ example: amountExample(currency) }),
        }),
      ...(choice === 'reply' && note.trim() === '' && { note: text.noteRequired }),
    }),
  });
  const choice = useWatch({ control, name: 'choice' });
  const { errors } = formState;
  const cache = useQueryClient();
  const isShown = useIsShown();
  const answering = useMutation({
    mutationFn: (answer: NewAnswer) =>
      client.call('POST /order/answer-problem', { body: { orderId, version: problem.version, answer } }),
    onSuccess: ({ order: answered }) => {
      cache.setQueryData(queries.order(orderId).queryKey, answered);
      showToast({ place: 'bar', tone: 'ok', text: text.done });
      if (isShown()) onClose();
    },
    // Somebody else may have answered, or the guest has changed the report.
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: problemsKey }),
        cache.invalidateQueries({ queryKey: queries.order(orderId).queryKey }),
      ]),
  });
  const submit = handleSubmit((filled) => {
    if (!answering.isPending) answering.mutate(answerOf(filled));
  });
  const money = (major: number) => amountText(major, currency);
  return (
    <FormDialog
      title={text.answerOrder({ number: orderName })}
      submitLabel={
        choice === 'reply'
          ? text.confirm.reply
          : choice === 'voucher'
            ? text.confirm.voucher
            : text.confirm.refund({ amount: money(terms![choice]) })
      }
      isDangerous={choice === 'lines' || choice === 'whole'}
      isBusy={answering.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FormControl>
        <FormLabel id={labelId}>{text.howTo}</FormLabel>
        <Controller
          control={control}
          name="choice"
          render={({ field }) => (
            // Answers of two lines stand apart from each other.
            <RadioGroup {...field} aria-labelledby={labelId} sx={{ gap: 1 }}>
              {choices.map((one) => (
                <FormControlLabel
                  key={one}
                  value={one}
                  control={<Radio />}
                  label={choiceText(one, order, terms)}
                  sx={{ minHeight: 'var(--control)' }}
                />
              ))}
            </RadioGroup>
          )}
        />
      </FormControl>
      {terms === null && <Hint>{text.onlyEditors}</Hint>}
      {terms !== null && !terms.canHaveVoucher && <Hint>{text.noVoucher}</Hint>}
      {(choice === 'lines' || choice === 'whole') && <Hint>{terms!.isByHand ? text.byHand : text.online}</Hint>}
      {choice === 'voucher' && (
        <>
          <NumberField
            field={register('amount')}
            label={text.amount}
            before={currency}
            error={errors.amount?.message}
            isDecimal
          />
          <Controller
            control={control}
            name="days"
            render={({ field: { ref, ...field } }) => (
              <TextField {...field} inputRef={ref} select label={text.days}>
                {voucherDays.map((count) => (
                  <MenuItem key={count} value={count}>
                    {text.dayCount({ count })}
                  </MenuItem>
                ))}
              </TextField>
            )}
          />
        </>
      )}
      <TextField
        {...muiField(register('note'))}
        label={text.note}
        required={choice === 'reply'}
        error={errors.note !== undefined}
        helperText={errors.note?.message ?? text.noteHint}
        slotProps={{ htmlInput: { maxLength: limits.problemNote, autoComplete: 'off' } }}
      />
      {answering.error !== null && (
        <Typography role="alert" color="error">
          {errorText(answering.error, 'operation')}
        </Typography>
      )}
    </FormDialog>
  );
}

/** The answers that are possible, money first. */
function choicesOf(terms: AnswerTerms | null): Choice[] {
  if (terms === null) return ['reply'];
  const { lines, whole, canHaveVoucher } = terms;
  return [
    ...(lines > 0 && lines < whole ? (['lines'] as const) : []),
    ...(whole > 0 ? (['whole'] as const) : []),
    ...(canHaveVoucher ? (['voucher'] as const) : []),
    'reply',
  ];
}

/** The wish of the guest, if it can be granted. */
function firstChoice({ wish }: OrderProblem, choices: readonly Choice[]): Choice {
  if (wish === 'voucher' && choices.includes('voucher')) return 'voucher';
  const [first] = choices;
  return wish === 'refund' && first !== undefined ? first : 'reply';
}

function choiceText(choice: Choice, { currency, totalPrice }: Order, terms: AnswerTerms | null): string {
  if (choice === 'voucher' || choice === 'reply') return text.choices[choice];
  const amount = amountText(terms![choice], currency);
  // A part has gone back before.
  if (choice === 'whole' && terms!.whole < totalPrice) return text.left({ amount });
  return text.choices[choice]({ amount });
}

function newAnswer(
  { choice, amount, days, note: typed }: AnswerForm,
  terms: AnswerTerms | null,
  currency: string,
): NewAnswer {
  const note = typed.trim();
  if (choice === 'reply') return { kind: 'reply', note };
  if (choice === 'voucher') return { kind: 'voucher', amount: readAmount(amount, currency), days, note };
  return { kind: 'refund', amount: terms![choice], note };
}
