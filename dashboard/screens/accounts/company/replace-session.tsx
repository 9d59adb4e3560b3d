import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { words } from '../../../words/words.ts';
import { EntryCard } from '../entry-card.tsx';
import type { HeldAccount } from './held-session.ts';

const text = words.accounts.companySignIn;

interface ReplaceSessionProps {
  held: HeldAccount;
  signedIn: SignedIn;
  onReplace: () => void;
  onKeep: () => void;
}

/** Asks before a sign-in takes the place of somebody else's session: anybody may have sent the link that led to it. */
export function ReplaceSession({ held, signedIn, onReplace, onKeep }: ReplaceSessionProps) {
  return (
    <EntryCard title={text.replaceTitle} heading={text.replaceTitle} maxWidth={420}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {text.replaceHint({ held: placeOf(held), person: placeOf(signedIn) })}
      </Typography>
      <Button variant="contained" sx={{ minHeight: 52 }} onClick={onReplace}>
        {text.replaceConfirm({ name: nameOf(signedIn) })}
      </Button>
      <Button variant="outlined" sx={{ minHeight: 52 }} onClick={onKeep}>
        {text.replaceKeep({ name: nameOf(held) })}
      </Button>
    </EntryCard>
  );
}

type Account = Pick<SignedIn, 'user' | 'restaurant'>;

const nameOf = ({ user }: Account) => `${user.firstName} ${user.lastName}`;

function placeOf(account: Account): string {
  const { restaurant } = account;
  return restaurant === undefined
    ? nameOf(account)
    : text.personAt({ name: nameOf(account), restaurant: restaurant.name });
}
