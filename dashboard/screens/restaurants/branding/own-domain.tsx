import Check from '@mui/icons-material/Check';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { DomainState } from '#contract/base/enumerations.ts';
import type { OwnDomain } from '#contract/restaurants/own-domain.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { RemoveDomain, UseDomain } from './own-domain-dialogs.tsx';
import { DomainRecords } from './own-domain-records.tsx';

const text = words.restaurants.ownDomain;

/** The site at a domain of the restaurant's own: which records to set, and how far it is. */
export function OwnDomainCard() {
  const { data, error, refetch } = useQuery(queries.ownDomain());
  const heading = useFocusAfterChange(data && (data.ownDomain?.domain ?? null));
  if (data === undefined) {
    if (error === null) return <LoadingBlock height={140} />;
    return (
      <Card>
        <Typography variant="h2" sx={{ px: 2, pt: 2 }}>
          {text.title}
        </Typography>
        <Failure error={error} place="setup" onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <Card sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', p: 2, justifyItems: 'start' }}>
      <Typography ref={heading} tabIndex={-1} variant="h2" sx={{ outline: 'none' }}>
        {text.title}
      </Typography>
      {data.ownDomain !== null ? (
        <ClaimedDomain ownDomain={data.ownDomain} />
      ) : data.isOffered ? (
        <NoDomain />
      ) : (
        <Hint>{text.notOffered}</Hint>
      )}
    </Card>
  );
}

/** The button that had the focus is gone after a change: the card begins anew. */
function useFocusAfterChange(domain: string | null | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(domain);
  useEffect(() => {
    if (before.current !== undefined && before.current !== domain) heading.current?.focus();
    before.current = domain;
  }, [domain]);
  return heading;
}

function NoDomain() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Hint>{text.hint}</Hint>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text.use}
      </Button>
      {isOpen && <UseDomain onClose={() => setOpen(false)} />}
    </>
  );
}

function ClaimedDomain({ ownDomain }: { ownDomain: OwnDomain }) {
  const { name, domain, state, problem } = ownDomain;
  const [isRemoving, setRemoving] = useState(false);
  const look = useLook();
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          maxInlineSize: '100%',
          '&& > *': { whiteSpace: 'normal' },
        }}
      >
        <Typography sx={{ fontWeight: 600, wordBreak: 'break-all', minWidth: 0 }}>
          <bdi dir="ltr">{name}</bdi>
        </Typography>
        <Mark {...stateLooks[state]}>{text.states[state]}</Mark>
      </Box>
      {name !== domain && (
        <Hint>
          {text.writtenAs} <bdi dir="ltr">{domain}</bdi>
        </Hint>
      )}
      <Typography component="output">
        {problem === null ? text.stateHints[state] : text.problems[problem]}
        {problem !== null && state === 'failing' && ` ${text.stateHints.failing}`}
      </Typography>
      {state !== 'ready' && <DomainRecords ownDomain={ownDomain} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {state !== 'ready' && (
          <Button variant="contained" aria-busy={look.isPending || undefined} onClick={() => look.mutate()}>
            {text.checkNow}
          </Button>
        )}
        <Button variant="outlined" color="error" onClick={() => setRemoving(true)}>
          {text.remove}
        </Button>
      </Box>
      {isRemoving && <RemoveDomain name={name} onClose={() => setRemoving(false)} />}
    </>
  );
}

function useLook() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /restaurant/check-own-domain', { body: {} }),
    onSuccess: () => showToast({ place: 'bar', tone: 'ok', text: text.checking }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    // The server looks within the second.
    onSettled: () => void setTimeout(() => void cache.invalidateQueries(queries.ownDomain()), 2_000),
  });
}

const stateLooks: Record<DomainState, Omit<ComponentProps<typeof Mark>, 'children'>> = {
  waiting: { Icon: HourglassEmpty, color: 'warning.main', background: 'tone.warnSoft' },
  seen: { Icon: HourglassEmpty, color: 'info.main', background: 'tone.infoSoft' },
  ready: { Icon: Check, color: 'success.main', background: 'tone.okSoft' },
  failing: { Icon: ErrorOutlined, color: 'error.main', background: 'tone.errorSoft' },
};
