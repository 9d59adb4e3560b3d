import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JobId } from '#contract/base/ids.ts';
import type { AdminUnsentMessage, UnsentMessage } from '#contract/outbound/unsent-messages.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { errorText } from '../../words/error-text.ts';
import { momentText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { pressable } from '../form/pressable.ts';
import { Section } from '../shell/section.tsx';
import { showToast } from './toast-store.ts';

const text = words.general.unsent;

/** The messages of the restaurant that were given up, for its owner; nothing while there are none. */
export function UnsentMessages() {
  const { data: messages = [] } = useQuery(queries.unsentMessages());
  return (
    <UnsentList
      messages={messages}
      resend={(id) => client.call('POST /outbound/resend-message/:id', { params: { id } })}
    />
  );
}

/** Unsent messages of all restaurants and of the platform, for its admins. */
export function AdminUnsentMessages() {
  const { data: messages = [] } = useQuery(queries.adminUnsentMessages());
  return (
    <UnsentList
      messages={messages}
      resend={(id) => client.call('POST /admin/resend-message/:id', { params: { id } })}
    />
  );
}

interface UnsentListProps {
  messages: readonly (UnsentMessage | AdminUnsentMessage)[];
  resend: (id: JobId) => Promise<{ msg: string }>;
}

function UnsentList({ messages, resend }: UnsentListProps) {
  const cache = useQueryClient();
  const resending = useMutation({
    mutationFn: resend,
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['unsent messages'] }),
  });
  if (messages.length === 0) return null;
  return (
    <Section heading={text.heading}>
      <Typography color="textSecondary">{text.hint}</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {messages.map((message) => (
          <Box
            component="li"
            key={message._id}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
          >
            <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography>{text.kinds[message.kind]}</Typography>
              <Typography variant="body2" color="textSecondary">
                {factsOf(message)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {text.since({ time: momentText(message.givenUpAt), tries: message.tries })}
              </Typography>
            </Box>
            <Button
              aria-label={message.to === '' ? undefined : text.sendOf({ to: message.to })}
              {...pressable(!resending.isPending, () => resending.mutate(message._id))}
            >
              {message.to === '' ? text.retry : text.send}
            </Button>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function factsOf(message: UnsentMessage | AdminUnsentMessage): string {
  const problem = text.problems[message.problem];
  const facts = message.to === '' ? problem : text.facts({ to: message.to, problem });
  const restaurant = 'restaurant' in message ? message.restaurant : null;
  return restaurant === null ? facts : text.factsOf({ facts, restaurant: restaurant.name });
}
