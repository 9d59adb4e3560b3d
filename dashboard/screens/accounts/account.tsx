import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Restaurant, SignedIn } from '#contract/accounts/accounts.ts';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Page } from '../../components/shell/page.tsx';
import { LanguageChoice } from '../../components/shell/language-choice.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { Section } from '../../components/shell/section.tsx';
import { OffboardingSection } from '../restaurants/offboarding-section.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { Sessions } from './security/sessions.tsx';
import { TabletSection } from './security/tablet-section.tsx';
import { DataExportSection } from '../restaurants/data-export-section.tsx';
import { Trial } from '../restaurants/trial.tsx';

const text = words.accounts.account;

/** /dashboard/account: who is signed in, until when the trial lasts, and where else one is signed in. */
export function Account() {
  const me = useQuery(queries.me());
  return (
    <Page title={text.title}>
      {me.data !== undefined ? (
        <>
          <AccountFacts account={me.data} />
          {me.data.restaurant !== undefined && <RestaurantStanding restaurant={me.data.restaurant} />}
          {me.data.restaurant !== undefined && <Trial endsAt={me.data.restaurant.trialEndsAt} />}
        </>
      ) : me.isError ? (
        <Failure error={me.error} place="setup" onRetry={() => void me.refetch()} />
      ) : (
        <LoadingBlock height={180} />
      )}
      {me.data?.restaurant !== undefined && me.data.role === 'owner' && (
        <DataExportSection slug={me.data.restaurant.slug} />
      )}
      <SecuritySection />
      {me.data?.restaurant !== undefined && <TabletSection />}
      <Sessions />
      {me.data?.restaurant !== undefined && me.data.role === 'owner' && me.data.isSupportAccess !== true && (
        <OffboardingSection />
      )}
    </Page>
  );
}

function AccountFacts({ account: { user, restaurant, role } }: { account: Omit<SignedIn, 'token'> }) {
  const facts = [
    [text.name, `${user.firstName} ${user.lastName}`],
    [text.email, user.email],
    ...(restaurant === undefined ? [] : [[text.restaurant, restaurant.name]]),
    [text.role, text.roles[role ?? 'admin']],
  ] as const;
  return (
    <Section heading={text.you}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'fit-content(40%) minmax(0, 1fr)' },
          columnGap: 3,
        }}
      >
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <Typography component="dt" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Fragment>
        ))}
      </Box>
      <LanguageChoice />
      <div>
        <Button variant="outlined" component={Link} to={paths.recoverPassword()}>
          {text.changePassword}
        </Button>
      </div>
    </Section>
  );
}

/** The platform's decision about the restaurant; a cancellation has its own notice above every page. */
function RestaurantStanding({ restaurant: { name, status } }: { restaurant: Restaurant }) {
  if (status === 'cancelled') return null;
  return (
    <Section heading={name}>
      <Typography>
        {status === 'approved' ? words.platform.admin.approvedLine : words.platform.admin.newLine}
      </Typography>
    </Section>
  );
}
