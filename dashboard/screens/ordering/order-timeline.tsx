import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { cancelReasonText } from '#contract/ordering/cancel-reasons.ts';
import { phonePlatform } from '#contract/base/enumerations.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { outletDateTime } from '../../components/order/outlet-time.ts';
import { words } from '../../words/words.ts';
import { answerText } from './problems/order-problem.tsx';
import { elapsedText } from './elapsed-text.ts';
import { comma } from '../../words/lists.ts';

const text = words.ordering.order;

type Change = Order['history'][number];

/** Everything that happened to the order: what, when, who, why, and how long it took (LO-16). */
export function OrderTimeline({ order }: { order: Order }) {
  const { history, outlet } = order;
  return (
    <Box component="ol" aria-label={text.timeline} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {history.map((change, index) => {
        const before = history[index - 1];
        return (
          <Box component="li" key={change.at + change.to} sx={{ ...step, borderColor: edgeOf(change) }}>
            <Typography sx={{ fontWeight: 600 }}>{whatHappened(change, order)}</Typography>
            <Typography variant="body2" color="textSecondary">
              <time dateTime={change.at}>{outletDateTime(change.at, outlet.timeZone)}</time>
              {before !== undefined &&
                `${comma}${text.after({ time: elapsedText(Date.parse(change.at) - Date.parse(before.at)) })}`}
              {change.from !== null &&
                `${comma}${change.by === null || change.by === '' ? text.byItself : text.by({ name: change.by })}`}
            </Typography>
            {change.reason !== null && change.reason !== '' && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {text.reason({ reason: cancelReasonText(change.reason, words.ordering.cancelReasons) })}
              </Typography>
            )}
          </Box>
        );
      })}
      <ProblemSteps order={order} />
    </Box>
  );
}

/** The problem that the guest has reported, and its answer: both come after the end of the order. */
function ProblemSteps({ order }: { order: Order }) {
  const { problem, outlet } = order;
  if (problem === undefined) return null;
  const { kinds, timeline, by } = words.ordering.problems;
  const { reportedAt, kind, answer } = problem;
  const time = (at: string) => outletDateTime(at, outlet.timeZone);
  return (
    <>
      <Box component="li" sx={{ ...step, borderColor: 'warning.main' }}>
        <Typography sx={{ fontWeight: 600 }}>{timeline.reported}</Typography>
        <Typography variant="body2" color="textSecondary">
          <time dateTime={reportedAt}>{time(reportedAt)}</time>
        </Typography>
        <Typography variant="body2">{kinds[kind]}</Typography>
      </Box>
      {answer !== null && (
        <Box component="li" sx={{ ...step, borderColor: 'success.main' }}>
          <Typography sx={{ fontWeight: 600 }}>{answerText(order, answer)}</Typography>
          <Typography variant="body2" color="textSecondary">
            {by({ name: answer.by ?? '', time: time(answer.at) })}
          </Typography>
        </Box>
      )}
    </>
  );
}

const step = { borderInlineStart: '3px solid', paddingInlineStart: 1.5 } as const;

function whatHappened({ from, to, by, isUndo }: Change, { isTest, platform }: Order): string {
  if (from === null && platform === phonePlatform) return words.ordering.phoneOrder.enteredBy({ name: by ?? '' });
  if (from === null) return isTest ? text.placedTest({ name: by ?? '' }) : text.placedBy;
  if (isUndo) return text.takenBack({ status: words.ordering.status[to] });
  if (to === 'Cancelled') return from === 'New' ? text.rejected : text.cancelled;
  return text.moved({ status: words.ordering.status[to] });
}

function edgeOf({ to, isUndo }: Change): string {
  if (isUndo) return 'warning.main';
  return to === 'Cancelled' ? 'error.main' : to === 'Completed' ? 'success.main' : 'divider';
}
