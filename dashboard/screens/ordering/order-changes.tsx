import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { changeStateAt } from '#contract/ordering/changed-lines.ts';
import type { OrderChange } from '#contract/ordering/order-change.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { useNow } from '../../components/live/use-now.ts';
import { ChangeSummary } from '../../components/order/change-summary.tsx';
import { outletDateTime, outletTime } from '../../components/order/outlet-time.ts';
import { words } from '../../words/words.ts';
import { comma } from '../../words/lists.ts';

const text = words.ordering.change;

/** Every question to the guest about the order, with what it was about, who asked, and how it ended. */
export function OrderChanges({ order }: { order: Order }) {
  const now = useNow(1000);
  return (
    <Box component="ol" aria-label={text.heading} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {order.changes.map((change) => (
        <Box
          component="li"
          key={change.number}
          sx={{
            borderInlineStart: '3px solid',
            borderColor: 'divider',
            paddingInlineStart: 1.5,
            display: 'grid',
            gap: 0.5,
          }}
        >
          <Change change={change} order={order} now={now} />
        </Box>
      ))}
    </Box>
  );
}

function Change({ change, order, now }: { change: OrderChange; order: Order; now: Date }) {
  const { by, proposedAt, endedBy, endedAt, answerBy, note } = change;
  const { timeZone } = order.outlet;
  const state = changeStateAt(change, now);
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {state === 'proposed' ? text.waiting({ time: outletTime(answerBy, timeZone) }) : text.states[state]}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {text.askedBy({ name: by ?? '', time: outletDateTime(proposedAt, timeZone) })}
        {endedAt !== null && `${comma}${text.endedAt({ time: outletDateTime(endedAt, timeZone) })}`}
        {endedBy !== null && `${comma}${text.endedBy({ name: endedBy })}`}
      </Typography>
      {note !== '' && (
        <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {text.noteWas({ note })}
        </Typography>
      )}
      <ChangeSummary {...change} currency={order.currency} timeZone={timeZone} />
    </>
  );
}
