import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import Block from '@mui/icons-material/Block';
import Check from '@mui/icons-material/Check';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { CompanyProvider, CompanyTrial } from '#contract/accounts/company-sign-in.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { formWidth } from '../../../components/form/form-width.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useIsOwner, useRestaurant } from '../../../components/shell/restaurant.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { paths } from '../../../routing/paths.ts';
import { momentText } from '../../../words/dates.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { ProofDialog } from '../security/proof-dialog.tsx';
import { leaveForCompany } from './begun-sign-in.ts';
import { CompanyPeople } from './company-people.tsx';
import { CompanySwitches } from './company-switches.tsx';
import { ConnectCompany } from './connect-company.tsx';
import { CopiedAddress } from './copied-address.tsx';

const text = words.accounts.company;

/** /dashboard/company-login: the company's provider, at which the team signs in. */
export function CompanySettings() {
  const isOwner = useIsOwner();
  return (
    <Page title={text.title} back={{ to: paths.settings(), label: words.general.shell.settings }}>
      {isOwner ? (
        <Company />
      ) : (
        <Card>
          <Notice heading={text.ownersOnly} sentence={text.ownersOnlyHint} action={null} />
        </Card>
      )}
    </Page>
  );
}

function Company() {
  const { data, error, refetch } = useQuery(queries.company());
  if (data === undefined) {
    if (error === null) return <LoadingBlock height={200} />;
    return (
      <Card>
        <Failure error={error} place="setup" onRetry={() => void refetch()} />
      </Card>
    );
  }
  const { company, redirectUrl, signInUrl } = data;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: formWidth }}>
      {company === null ? (
        <NotConnected redirectUrl={redirectUrl} />
      ) : (
        <>
          <Connected company={company} redirectUrl={redirectUrl} />
          {/* Drawn anew with what the server has now. */}
          <CompanySwitches key={`${company.isOn} ${company.isRequired} ${company.triedAt}`} company={company} />
          <Section heading={text.people}>
            <CopiedAddress label={text.signIn} hint={text.signInHint} address={signInUrl} />
            <CompanyPeople people={company.people} />
          </Section>
        </>
      )}
    </Box>
  );
}

function NotConnected({ redirectUrl }: { redirectUrl: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section heading={text.connect}>
      <Typography>{text.about}</Typography>
      <CopiedAddress label={text.redirect} hint={text.redirectHint} address={redirectUrl} />
      <div>
        <Button variant="contained" onClick={() => setOpen(true)}>
          {text.connect}
        </Button>
      </div>
      {isOpen && <ConnectCompany company={null} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Connected({ company, redirectUrl }: { company: CompanyProvider; redirectUrl: string }) {
  const { issuer, clientId, domains, problem, problemSince } = company;
  const [open, setOpen] = useState<'edit' | 'disconnect' | null>(null);
  const restaurant = useRestaurant();
  const trying = useMutation({
    mutationFn: () => client.call('POST /restaurant/try-company', {}),
    onSuccess: ({ url, browserKey }) =>
      leaveForCompany(url, { browserKey, restaurantId: restaurant._id, restaurant: null, asked: null }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  return (
    <Section heading={text.provider}>
      <Marks company={company} />
      {problem !== null && problemSince !== null && (
        <Alert severity="warning">{text.problems[problem]({ time: momentText(problemSince) })}</Alert>
      )}
      <TrialResult />
      <div>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <bdi dir="ltr">{issuer}</bdi>
        </Typography>
        <Hint>
          {text.clientId} <bdi dir="ltr">{clientId}</bdi>
        </Hint>
        <Hint>
          {text.domains} <bdi dir="ltr">{domains.join(', ')}</bdi>
        </Hint>
      </div>
      <CopiedAddress label={text.redirect} hint={text.redirectHint} address={redirectUrl} />
      <Hint>{text.tryHint}</Hint>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant={company.triedAt === null ? 'contained' : 'outlined'}
          onClick={() => {
            if (!trying.isPending) trying.mutate();
          }}
        >
          {trying.isPending ? text.trying : text.try}
        </Button>
        <Button variant="outlined" onClick={() => setOpen('edit')}>
          {text.edit}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setOpen('disconnect')}>
          {text.disconnect}
        </Button>
      </Box>
      {open === 'edit' && <ConnectCompany company={company} onClose={() => setOpen(null)} />}
      {open === 'disconnect' && <Disconnect onClose={() => setOpen(null)} />}
    </Section>
  );
}

function Marks({ company: { isOn, isRequired, triedAt } }: { company: CompanyProvider }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isOn ? (
        <Mark Icon={Check} color="success.main" background="tone.okSoft">
          {text.on}
        </Mark>
      ) : (
        <Mark Icon={Block} color="text.secondary" background="tone.subtle">
          {text.off}
        </Mark>
      )}
      {isRequired && (
        <Mark Icon={BadgeOutlined} color="info.main" background="tone.infoSoft">
          {text.requiredMark}
        </Mark>
      )}
      {triedAt === null && (
        <Mark Icon={ScienceOutlined} color="warning.main" background="tone.warnSoft">
          {text.untried}
        </Mark>
      )}
    </Box>
  );
}

/** After the way back from a trial: what people would meet. */
function TrialResult() {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('trial' in state)) return null;
  const { email, isVerified, isInDomains, canCheck } = state.trial as CompanyTrial;
  const works = email !== null && isVerified && isInDomains;
  return (
    <Box component="output" sx={{ display: 'block' }}>
      <Alert severity={works ? 'success' : 'warning'}>
        {email === null
          ? text.trialNoEmail
          : !isVerified
            ? text.trialUnverified({ email })
            : isInDomains
              ? text.trialWorked({ email })
              : text.trialDomain({ email })}
      </Alert>
      {!canCheck && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {text.trialNoCheck}
        </Alert>
      )}
    </Box>
  );
}

function Disconnect({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  return (
    <ProofDialog
      title={text.disconnectTitle}
      hint={text.disconnectHint}
      confirmLabel={text.disconnect}
      isDangerous
      errors="setup"
      onProof={async (body) => {
        const { company, redirectUrl, signInUrl } = await client.call('POST /restaurant/disconnect-company', { body });
        cache.setQueryData(queries.company().queryKey, { company, redirectUrl, signInUrl });
        showToast({ place: 'bar', tone: 'ok', text: text.disconnected });
      }}
      onClose={onClose}
    />
  );
}
