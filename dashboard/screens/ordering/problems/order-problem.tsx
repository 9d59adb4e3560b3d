import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import { MINUTE, wallTime } from '#contract/base/time.ts';
import type { OrderProblem } from '#contract/ordering/order-problem.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { useIsReadOnly } from '../../../components/feedback/editing-area.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { amountText } from '../../../components/order/amount.ts';
import { outletDateTime } from '../../../components/order/outlet-time.ts';
import { dayText } from '../../../words/dates.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { readName } from '../../../components/order/read-name.ts';

const text = words.ordering.problems;

/** The problem that the guest has reported with the order, and its answer or the way to it; nothing where there is none. */
export function OrderProblemSection({ order }: { order: Order }) {
  const [isAnswering, setAnswering] = useState(false);
  // A support view sees no photos and answers nothing.
  const isReadOnly = useIsReadOnly();
  const { problem } = order;
  if (problem === undefined) return null;
  const { kind, wish, note, hasPhoto, reportedAt, answer } = problem;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <div>
        <Typography sx={{ fontWeight: 600 }}>{text.kinds[kind]}</Typography>
        <Typography variant="body2" color="textSecondary">
          <time dateTime={reportedAt}>
            {text.reportedAt({ time: outletDateTime(reportedAt, order.outlet.timeZone) })}
          </time>
        </Typography>
      </div>
      <ReportedLines order={order} problem={problem} />
      {note !== '' && (
        <Typography
          dir="auto"
          sx={{
            inlineSize: '100%',
            borderInlineStart: '3px solid',
            borderColor: 'divider',
            paddingInlineStart: 1.5,
            overflowWrap: 'anywhere',
            whiteSpace: 'pre-line',
          }}
        >
          {note}
        </Typography>
      )}
      {hasPhoto && !isReadOnly && <Photo id={order._id} />}
      <Typography>{text.wishes[wish]}</Typography>
      {answer !== null && <Answer order={order} answer={answer} />}
      {answer === null && !isReadOnly && (
        <Button
          variant="contained"
          aria-haspopup="dialog"
          aria-label={text.answerOrder({ number: order.orderName })}
          onClick={() => setAnswering(true)}
        >
          {text.answer}
        </Button>
      )}
      {isAnswering && answer === null && (
        <AnswerDialog order={order} problem={problem} onClose={() => setAnswering(false)} />
      )}
    </Box>
  );
}

function ReportedLines({ order, problem }: { order: Order; problem: OrderProblem }) {
  if (problem.lines.length === 0) return <Typography>{text.wholeOrder}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' }}>
      {problem.lines.map(({ lineNumber, quantity }) => {
        const line = order.cart.find((one) => one.lineNumber === lineNumber);
        return <li key={lineNumber}>{text.line({ quantity, dish: line === undefined ? '' : readName(line) })}</li>;
      })}
    </Box>
  );
}

type ProblemAnswer = NonNullable<OrderProblem['answer']>;

function Answer({ order, answer }: { order: Order; answer: ProblemAnswer }) {
  return (
    <Box sx={{ inlineSize: '100%', p: 1.5, borderRadius: 1, bgcolor: 'tone.subtle', display: 'grid', gap: 0.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{answerText(order, answer)}</Typography>
      {answer.code !== null && <Typography>{text.code({ code: answer.code })}</Typography>}
      {answer.note !== '' && (
        <Typography dir="auto" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {text.words({ note: answer.note })}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {text.by({ name: answer.by ?? '', time: outletDateTime(answer.at, order.outlet.timeZone) })}
      </Typography>
    </Box>
  );
}

/** The answer in a few words: 'AED 44.10 given back'. */
export function answerText(order: Order, { kind, amount, isByHand, until }: ProblemAnswer): string {
  const money = amount === null ? '' : amountText(amount, order.currency);
  if (kind === 'reply') return text.answers.reply;
  if (kind === 'refund')
    return isByHand ? text.answers.byHand({ amount: money }) : text.answers.refund({ amount: money });
  return text.answers.voucher({ amount: money, day: lastDay(until!, order.outlet.timeZone) });
}

/** The end is a midnight, and no part of it. */
function lastDay(until: string, timeZone: string): string {
  return dayText(wallTime(new Date(Date.parse(until) - MINUTE), timeZone).date);
}

/** Shown at a tap, so that a list of problems does not load all of them. */
function Photo({ id }: { id: OrderId }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address]);
  const loading = useMutation({
    mutationFn: async () => (await client.file('GET /order/problem-photo/:id', { params: { id } })).blob(),
    onSuccess: (blob) => setAddress(URL.createObjectURL(blob)),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  if (address !== null)
    return (
      <Box
        component="img"
        src={address}
        alt={text.photo}
        sx={{ maxInlineSize: '100%', maxBlockSize: 480, borderRadius: 1 }}
      />
    );
  return (
    <Button onClick={() => !loading.isPending && loading.mutate()} sx={{ marginInlineStart: -1, px: 1 }}>
      {text.showPhoto}
    </Button>
  );
}
