import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { client } from '../../../api/api.ts';
import { hideErrors } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { askForPasskey, canUsePasskeys, showPasskeyFailure } from './device-passkey.ts';

const text = words.accounts.passkeys;

/** Signs in with a passkey of this device, or of a phone beside it. The browser asks which, where there are several. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const signingIn = useMutation({
    mutationFn: async () => {
      const { options } = await client.call('POST /auth/signin-passkey-challenge', {});
      const passkey = await askForPasskey(options);
      return passkey === null ? null : client.call('POST /auth/signin-passkey', { body: { passkey } });
    },
    onMutate: hideErrors,
    onSuccess: (signedIn) => {
      if (signedIn !== null) onSignedIn(signedIn);
    },
    onError: showPasskeyFailure,
  });
  if (!canUsePasskeys()) return null;
  return (
    <Button
      variant="outlined"
      sx={{ minHeight: 52 }}
      onClick={() => {
        if (!signingIn.isPending) signingIn.mutate();
      }}
    >
      {signingIn.isPending ? text.waiting : text.use}
    </Button>
  );
}
