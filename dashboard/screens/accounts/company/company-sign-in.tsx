import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { paths } from '../../../routing/paths.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { EntryCard } from '../entry-card.tsx';
import { useReturnPage } from '../return-page.ts';
import { leaveForCompany, rememberedCompany } from './begun-sign-in.ts';

const text = words.accounts.companySignIn;

/**
 * /login/company: on the way to the company. Whoever has a mailed link, the restaurant's own address, or was here before goes on by a
 * button; anybody else asks for a link, because whose company is whose nobody is told (decision 81).
 */
export function CompanySignIn() {
  const [params] = useSearchParams();
  const [token, given] = [params.get('token'), params.get('restaurant')];
  const isAsked = token === null && given === null && params.get('by') === null;
  const [known, setKnown] = useState(() => (isAsked ? rememberedCompany() : null));
  const restaurantId = (given as RestaurantId | null) ?? known?.restaurantId;
  return (
    <EntryCard title={text.title} heading={text.title} maxWidth={420}>
      {token !== null || restaurantId !== undefined ? (
        <GoOn {...(token !== null ? { token } : { restaurantId })} />
      ) : (
        <AskForLink />
      )}
      {known !== null && (
        <div>
          <Button onClick={() => setKnown(null)}>{text.notMine}</Button>
        </div>
      )}
      <Typography>
        <Link component={RouterLink} to={paths.signIn()}>
          {text.password}
        </Link>
      </Typography>
    </EntryCard>
  );
}

/**
 * Says where the way leads, because anybody may have sent the link, and goes there with a press, because programs that look for bad links
 * in mails open them too.
 */
function GoOn(body: { token?: string; restaurantId?: RestaurantId | undefined }) {
  const asked = useReturnPage();
  const { data, error, refetch } = useQuery({
    queryKey: ['company', 'destination', body],
    queryFn: ({ signal }) => client.call('POST /auth/find-company', { body, signal }),
  });
  const going = useMutation({
    mutationFn: () => client.call('POST /auth/begin-company-signin', { body }),
    onSuccess: ({ url, browserKey, restaurantId, restaurant }) =>
      leaveForCompany(url, { browserKey, restaurantId, restaurant, asked }),
  });
  if (data === undefined && error === null) return <LoadingBlock height={120} />;
  const failure = going.error ?? (data === undefined ? error : null);
  return (
    <>
      {data !== undefined && (
        <>
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {text.goHint(data)}
          </Typography>
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {text.goCare(data)}
          </Typography>
        </>
      )}
      {failure !== null && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {errorText(failure, 'login')}
        </Typography>
      )}
      <Button
        variant="contained"
        sx={{ minHeight: 52 }}
        onClick={() => {
          if (data === undefined) void refetch();
          else if (!going.isPending) going.mutate();
        }}
      >
        {data === undefined ? text.again : going.isPending ? text.going : text.goTo(data)}
      </Button>
    </>
  );
}

function AskForLink() {
  const asking = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      client.call('POST /auth/mail-company-link', { body: { email: email.trim() } }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'recovery') }),
  });
  const { register, handleSubmit, formState } = useCheckedForm<{ email: string }>({
    defaultValues: { email: '' },
    calls: (filled) => [checkedCall('POST /auth/mail-company-link', filled)],
    ownProblems: (filled) => emptyFields(filled, { email: words.accounts.signIn.emailRequired }),
  });
  const { email } = formState.errors;
  const submit = handleSubmit((filled) => {
    if (!asking.isPending) asking.mutate(filled);
  });
  if (asking.isSuccess) return <Sent email={asking.variables.email.trim()} onAgain={() => asking.reset()} />;
  return (
    <>
      <Typography color="textSecondary">{text.hint}</Typography>
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1 }}>
        <TextField
          {...muiField(register('email'))}
          type="email"
          label={words.accounts.signIn.email}
          error={email !== undefined}
          helperText={email?.message ?? ' '}
          autoComplete="username"
          slotProps={{ htmlInput: { maxLength: limits.email } }}
        />
        <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
          {asking.isPending ? text.sending : text.send}
        </Button>
      </Box>
    </>
  );
}

/** Takes the place of the form, and the focus that was in it. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Typography ref={heading} variant="h2" tabIndex={-1} sx={{ outline: 'none' }}>
        {text.sent}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{text.sentHint({ email })}</Typography>
      <Button variant="outlined" onClick={onAgain}>
        {text.otherEmail}
      </Button>
    </>
  );
}
