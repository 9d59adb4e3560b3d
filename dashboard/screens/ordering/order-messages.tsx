import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { GuestMessage } from '#contract/ordering/guest-messages.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { outletDateTime } from '../../components/order/outlet-time.ts';
import { words } from '../../words/words.ts';

const text = words.ordering.order.messages;
const { events, channels } = words.ordering.guestMessages;

/** The messages to the guest of an order, and what became of each. */
export function OrderMessages({ order }: { order: Order }) {
  const { data, isError, refetch } = useQuery(queries.guestMessages(order));
  if (data === undefined) {
    if (!isError) return <Hint>{words.general.shell.loading}</Hint>;
    return (
      <div role="alert">
        <Typography>{text.failed}</Typography>
        <Button onClick={() => void refetch()}>{words.general.shell.tryAgain}</Button>
      </div>
    );
  }
  const { messages, reachableEvents } = data;
  if (messages.length === 0) return <Hint>{reachableEvents.length === 0 ? text.unreachable : text.none}</Hint>;
  return (
    <Box component="ul" aria-label={text.heading} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {messages.map((message, index) => (
        <Box
          component="li"
          key={index}
          sx={{ borderInlineStart: '3px solid', borderColor: edges[message.state], paddingInlineStart: 1.5 }}
        >
          <Typography sx={{ fontWeight: 600 }}>
            {text.line({ event: events[message.event], channel: channels[message.channel] })}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {text.fact({ state: stateText(message), time: outletDateTime(message.at, order.outlet.timeZone) })}
          </Typography>
          {message.problem !== null && <Typography variant="body2">{text.problems[message.problem]}</Typography>}
        </Box>
      ))}
    </Box>
  );
}

const edges: Record<GuestMessage['state'], string> = {
  waiting: 'divider',
  sent: 'success.main',
  failed: 'error.main',
  dropped: 'divider',
};

function stateText({ state, problem }: GuestMessage): string {
  return state === 'waiting' && problem !== null ? text.retrying : text.states[state];
}
