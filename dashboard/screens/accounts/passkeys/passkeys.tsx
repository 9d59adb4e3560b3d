import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { momentText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { ProofDialog } from '../security/proof-dialog.tsx';
import { AddPasskeyDialog, type BegunPasskey } from './add-passkey-dialog.tsx';
import { canUsePasskeys } from './device-passkey.ts';
import { RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';

const text = words.accounts.passkeys;

/** The person's passkeys, to be added, renamed and removed. */
export function Passkeys() {
  const passkeys = useQuery(queries.passkeys());
  const [isAdding, setIsAdding] = useState(false);
  const [begun, setBegun] = useState<BegunPasskey | null>(null);
  return (
    <Section heading={text.section}>
      <Typography color="textSecondary">{text.hint}</Typography>
      {passkeys.data !== undefined ? (
        <PasskeyList passkeys={passkeys.data} />
      ) : passkeys.isError ? (
        <Failure error={passkeys.error} place="setup" onRetry={() => void passkeys.refetch()} />
      ) : (
        <LoadingBlock height={72} />
      )}
      {canUsePasskeys() ? (
        <div>
          <Button variant="outlined" onClick={() => setIsAdding(true)}>
            {text.add}
          </Button>
        </div>
      ) : (
        <Typography>{text.unsupported}</Typography>
      )}
      {isAdding && (
        <ProofDialog
          title={text.add}
          hint={text.confirmHint}
          confirmLabel={text.continue}
          errors="setup"
          onProof={async (body, isShown) => {
            const answer = await client.call('POST /auth/begin-passkey', { body });
            if (isShown()) setBegun(answer);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {begun !== null && <AddPasskeyDialog begun={begun} onClose={() => setBegun(null)} />}
    </Section>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0) return <Typography>{text.none}</Typography>;
  return (
    <Box component="ul" aria-label={text.section} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey._id} passkey={passkey} />
      ))}
    </Box>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt } = passkey;
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1.5,
        borderBlockEnd: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBlockEnd: 0 },
      }}
    >
      <Box sx={{ flexGrow: 1, flexBasis: 220, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text.added({ at: momentText(createdAt) })} ·{' '}
          {lastUsedAt === null ? text.neverUsed : text.lastUsed({ at: momentText(lastUsedAt) })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" aria-label={text.renameOf({ name })} onClick={() => setOpen('rename')}>
          {text.rename}
        </Button>
        <Button variant="outlined" color="error" aria-label={text.removeOf({ name })} onClick={() => setOpen('remove')}>
          {text.remove}
        </Button>
      </Box>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && <RemovePasskeyDialog passkey={passkey} onClose={close} />}
    </Box>
  );
}
