import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { type CallAnswer, CallError, isUnanswered } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderPayment } from '#contract/payments/payments.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { RepeatKeys } from '../../api/repeat-keys.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { NumberField } from '../../components/form/number-field.tsx';
import { amountInField, amountText, readAmount } from '../../components/order/amount.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { type RefundForm, refundableOf, refundProblem } from './refund-form.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';
import { useRefill } from '../../components/form/use-refill.ts';

const text = words.payments.order;
/** The last refund of each payment that has no answer yet. */
const keys = new RepeatKeys<string>();

/** Gives money of a paid order back: all that is left, unless somebody says less. */
export function RefundDialog({
  order,
  payment,
  isOfTable,
  onClose,
}: {
  order: Order;
  payment: OrderPayment;
  /** A guest at the table has made it, for lines of the order. */
  isOfTable: boolean;
  onClose: () => void;
}) {
  const { currency, gateway } = payment;
  // Guests at a table pay several orders with one payment: a refund is of one of them.
  const share = `${order._id} ${payment._id}`;
  const left = refundableOf(payment);
  const form = useCheckedForm<RefundForm>({
    mode: 'onChange',
    defaultValues: { amount: amountInField(left, currency), reason: '' },
    calls: ({ amount, reason }) => [
      checkedCall('POST /order/refund/:id', { amount: readAmount(amount, currency), reason }),
    ],
    ownProblems: ({ amount, reason }) => ({
      amount: refundProblem(amount, left, currency),
      ...(reason.trim() === '' && { reason: text.reasonRequired }),
    }),
  });
  const { register, control, handleSubmit, formState } = form;
  const { errors } = formState;
  const { amount: entered } = useWatch({ control });
  const isPossible = refundProblem(entered ?? '', left, currency) === undefined;
  const cache = useQueryClient();
  const isShown = useIsShown();
  const mutationKey = ['refund', order._id, payment._id];
  const isSending = useIsMutating({ mutationKey }) > 0;
  const refunding = useMutation({
    mutationKey,
    mutationFn: (body: { amount: number; reason: string }) =>
      client.call('POST /order/refund/:id', {
        params: { id: order._id },
        body: { ...body, ...(isOfTable && { paymentId: payment._id }) },
        idempotencyKey: keys.keyOf(share, body.amount),
      }),
    onSuccess: ({ payment: after }) => {
      keys.forget(share);
      cache.setQueryData(queries.orderPayments(order).queryKey, (before) => before && withPayment(before, after));
      showToast({ place: 'bar', tone: 'ok', text: text.asked });
      if (isShown()) onClose();
    },
    onError: (error) => {
      if (!isUnanswered(error)) keys.forget(share);
      // Somebody else may have refunded a part meanwhile.
      void cache.invalidateQueries({ queryKey: queries.orderPayments(order).queryKey });
    },
  });
  const submit = handleSubmit(({ amount, reason }) => {
    if (!isSending) refunding.mutate({ amount: readAmount(amount, currency), reason: reason.trim() });
  });
  return (
    <FormDialog
      title={text.refundTitle({ number: order.orderName })}
      submitLabel={
        isPossible
          ? text.confirmRefund({ amount: amountText(readAmount(entered ?? '', currency), currency) })
          : text.refund
      }
      isDangerous
      isBusy={isSending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Hint>{text.refundHint}</Hint>
      <Amount form={form} left={left} currency={currency} />
      <TextField
        {...muiField(register('reason'))}
        label={text.refundReason}
        error={errors.reason !== undefined}
        helperText={errors.reason?.message ?? text.refundReasonHint}
        slotProps={{ htmlInput: { maxLength: limits.reason, autoComplete: 'off' } }}
      />
      {refunding.error !== null && (
        <Typography role="alert" color="error">
          {failureText(refunding.error, words.payments.gateways[gateway])}
        </Typography>
      )}
    </FormDialog>
  );
}

/** The amount has the focus, and is selected as long as nobody has typed one: what is typed takes its place. */
function Amount({ form, left, currency }: { form: UseFormReturn<RefundForm>; left: number; currency: string }) {
  const { register, control, setFocus } = form;
  const { errors, dirtyFields } = useFormState({ control });
  const filled = amountInField(left, currency);
  // A refund whose answer was lost, or one by somebody else, leaves less than the dialog was opened with.
  useRefill(form, { amount: filled, reason: '' });
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus]);
  const select = useEffectEvent((value: string) => {
    const { activeElement: field } = document;
    const hasFocus = field instanceof HTMLInputElement && field.name === 'amount';
    if (hasFocus && field.value === value && dirtyFields.amount !== true) field.select();
  });
  useEffect(() => select(filled), [filled]);
  return (
    <NumberField
      field={register('amount')}
      label={text.refundAmount}
      before={currency}
      error={errors.amount?.message}
      hint={text.left({ left: amountText(left, currency) })}
      isDecimal
    />
  );
}

function withPayment(
  { payment, tablePayments }: CallAnswer<'GET /order/payment/:id'>,
  after: OrderPayment,
): CallAnswer<'GET /order/payment/:id'> {
  const put = (one: OrderPayment) => (one._id === after._id ? after : one);
  return { payment: payment && put(payment), tablePayments: tablePayments.map(put) };
}

function failureText(error: Error, gateway: string): string {
  const code = error instanceof CallError ? error.answer?.code : undefined;
  return code === 'payment.gateway_unavailable' ? text.noAnswer({ gateway }) : errorText(error, 'operation');
}
