import Computer from '@mui/icons-material/Computer';
import Smartphone from '@mui/icons-material/Smartphone';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/accounts/accounts.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { momentText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { endSession } from '../../../api/session.ts';
import { Section } from '../../../components/shell/section.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.accounts.account;

const showFailure = (error: Error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });

/** Where one is signed in, each to be ended, and all at once (R10). */
export function Sessions() {
  const sessions = useQuery(queries.sessions());
  return (
    <Section heading={text.sessions}>
      {sessions.data !== undefined ? (
        <>
          <SessionList sessions={sessions.data} />
          <LogOutEverywhere />
        </>
      ) : sessions.isError ? (
        <Failure error={sessions.error} place="setup" onRetry={() => void sessions.refetch()} />
      ) : (
        <LoadingBlock height={120} />
      )}
    </Section>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const now = useNow(MINUTE);
  const ownFirst = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  return (
    <Box component="ul" aria-label={text.sessions} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {ownFirst.map((session) => (
        <SessionRow key={session._id} session={session} now={now} />
      ))}
    </Box>
  );
}

/** How long ago counts as now: the server writes down once a minute that a session is in use; a screen with a stream is, all the time. */
const MINUTE = 60_000;
const IN_USE = 3 * MINUTE;
const phones = new Set(['iPhone', 'iPad', 'Android']);

function deviceName({ browser, system }: Session['device']): string {
  if (browser === null || system === null) return browser ?? system ?? text.unknownDevice;
  return text.device({ browser, system });
}

function SessionRow({ session, now }: { session: Session; now: Date }) {
  const { _id, device, createdAt, lastSeenAt, isCurrent } = session;
  const cache = useQueryClient();
  const { queryKey } = queries.sessions();
  const ending = useMutation({
    mutationFn: () => client.call('POST /auth/end-session/:id', { params: { id: _id } }),
    onSuccess: () => {
      showToast({ place: 'bar', tone: 'ok', text: text.ended });
      cache.setQueryData(queryKey, (current) => current?.filter((one) => one._id !== _id));
    },
    onError: showFailure,
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
  const name = deviceName(device);
  const loggedIn = momentText(createdAt);
  const seenAt = new Date(lastSeenAt);
  const isInUse = isCurrent || now.getTime() - seenAt.getTime() < IN_USE;
  const Icon = device.system !== null && phones.has(device.system) ? Smartphone : Computer;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1,
        borderBlockEnd: 1,
        borderColor: 'divider',
      }}
    >
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text.loggedIn({ at: loggedIn })} · {isInUse ? text.inUse : text.lastSeen({ at: momentText(seenAt) })}
        </Typography>
      </Box>
      {isCurrent ? (
        <Mark Icon={Icon} color="info.main" background="tone.infoSoft">
          {text.thisOne}
        </Mark>
      ) : (
        <Button
          variant="outlined"
          aria-label={text.endSession({ device: name, loggedIn })}
          onClick={() => {
            if (!ending.isPending) ending.mutate();
          }}
        >
          {text.end}
        </Button>
      )}
    </Box>
  );
}

function LogOutEverywhere() {
  const ending = useMutation({
    mutationFn: () => client.call('POST /auth/signout-everywhere', {}),
    onSuccess: () => {
      endSession();
      showToast({ place: 'bar', tone: 'ok', text: text.everywhereDone });
    },
    onError: showFailure,
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="outlined"
        color="error"
        onClick={() => {
          if (!ending.isPending) ending.mutate();
        }}
      >
        {text.everywhere}
      </Button>
      <Hint>{text.everywhereHint}</Hint>
    </Box>
  );
}
