import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyPerson } from '#contract/accounts/company-sign-in.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { momentText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { ProofDialog } from '../security/proof-dialog.tsx';

const text = words.accounts.company;

/** People who have linked their account with the company's, to be parted from it. */
export function CompanyPeople({ people }: { people: readonly CompanyPerson[] }) {
  const [leaving, setLeaving] = useState<CompanyPerson | null>(null);
  const cache = useQueryClient();
  if (people.length === 0) return <Typography color="textSecondary">{text.noPeople}</Typography>;
  return (
    <>
      <Box component="ul" aria-label={text.people} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {people.map((person) => (
          <Box
            component="li"
            key={person.userId}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{person.name}</Typography>
              <Hint>
                <bdi dir="ltr">{person.email}</bdi>
              </Hint>
              <Hint>{text.since({ day: momentText(person.linkedAt) })}</Hint>
            </Box>
            <Button aria-label={text.unlinkOf({ name: person.name })} onClick={() => setLeaving(person)}>
              {text.unlink}
            </Button>
          </Box>
        ))}
      </Box>
      {leaving !== null && (
        <ProofDialog
          title={text.unlinkTitle({ name: leaving.name })}
          hint={text.unlinkHint}
          confirmLabel={text.unlink}
          isDangerous
          errors="setup"
          onProof={async (body) => {
            const { company, redirectUrl, signInUrl } = await client.call('POST /restaurant/unlink-company/:id', {
              params: { id: leaving.userId },
              body,
            });
            cache.setQueryData(queries.company().queryKey, { company, redirectUrl, signInUrl });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
