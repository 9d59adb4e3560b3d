import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useSession } from '../../components/shell/use-session.ts';
import { paths } from '../../routing/paths.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { EntryCard } from './entry-card.tsx';

const text = words.accounts.verification;

/**
 * /verify-email: with the token of a mailed link, on any device. A person presses the button, because programs that look for bad
 * links in mails open them too.
 */
export function VerifyEmail() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const isSignedIn = useSession() !== null;
  const cache = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => client.call('POST /auth/verify-email', { body: { token } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.me().queryKey }),
  });
  const { error } = confirming;
  if (confirming.isSuccess) {
    return (
      <EntryCard title={text.title} heading={text.confirmed} maxWidth={420}>
        <Typography>{text.confirmedHint}</Typography>
        <Onward label={isSignedIn ? text.toDashboard : words.accounts.signIn.logIn} isSignedIn={isSignedIn} />
      </EntryCard>
    );
  }
  const isLinkOver = error instanceof CallError && error.answer?.code === 'auth.verify_link_invalid';
  return (
    <EntryCard title={text.title} heading={text.title} hint={text.hint} maxWidth={420}>
      {error !== null && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {errorText(error, 'recovery')}
        </Typography>
      )}
      {isLinkOver ? (
        <>
          <Typography>{text.newLinkHint}</Typography>
          <Onward label={isSignedIn ? text.toDashboard : words.accounts.signIn.logIn} isSignedIn={isSignedIn} />
        </>
      ) : (
        <Button
          variant="contained"
          sx={{ minHeight: 52 }}
          onClick={() => {
            if (!confirming.isPending) confirming.mutate();
          }}
        >
          {confirming.isPending ? text.confirming : text.confirm}
        </Button>
      )}
    </EntryCard>
  );
}

function Onward({ label, isSignedIn }: { label: string; isSignedIn: boolean }) {
  return (
    <Button
      variant="contained"
      component={Link}
      to={isSignedIn ? paths.getStarted() : paths.signIn()}
      sx={{ minHeight: 52 }}
    >
      {label}
    </Button>
  );
}
