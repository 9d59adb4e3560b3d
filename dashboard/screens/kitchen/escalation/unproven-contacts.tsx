import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import type { ContactKind } from '#contract/kitchen/alert-contacts.ts';
import type { OutletEscalation } from '#contract/kitchen/escalation.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Section } from '../../../components/shell/section.tsx';
import { errorText } from '../../../words/error-text.ts';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { ContactCodeDialog } from './contact-code-dialog.tsx';

const text = words.kitchen.escalation.contacts;

interface UnprovenContactsProps {
  outletId: OutletId;
  escalation: OutletEscalation;
  onProven: (escalation: OutletEscalation) => void;
}

/** The address and the number that the steps below would use, as long as nobody has proved that they are the restaurant's own. */
export function UnprovenContacts({ outletId, escalation, onProven }: UnprovenContactsProps) {
  const [asked, setAsked] = useState<ContactKind | null>(null);
  const sending = useMutation({
    mutationFn: (kind: ContactKind) =>
      client.call('POST /outlet/send-contact-code/:id', { params: { id: outletId }, body: { kind } }),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  const contacts = { mail: escalation.mailTo ?? escalation.email, phone: escalation.phone };
  const waiting: ContactKind[] = [];
  if (escalation.mailMinutes !== null && !escalation.isMailProven) waiting.push('mail');
  if (escalation.alertCalls && !escalation.isPhoneProven) waiting.push('phone');
  const send = (kind: ContactKind) => {
    if (!sending.isPending) sending.mutate(kind, { onSuccess: () => setAsked(kind) });
  };
  return (
    <>
      {waiting.length > 0 && (
        <Box sx={{ maxWidth: formWidth }}>
          <Section heading={text.heading}>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
              {waiting.map((kind) => (
                <Box component="li" key={kind} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
                  <Typography sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                    {kind === 'mail' ? text.noMail({ email: contacts.mail }) : text.noCall({ phone: contacts.phone })}
                  </Typography>
                  <Button
                    variant="outlined"
                    aria-label={text.sendCodeTo({ contact: contacts[kind] })}
                    onClick={() => send(kind)}
                  >
                    {sending.isPending && sending.variables === kind ? text.sending : text.sendCode}
                  </Button>
                </Box>
              ))}
            </Box>
          </Section>
        </Box>
      )}
      {asked !== null && (
        <ContactCodeDialog
          outletId={outletId}
          kind={asked}
          contact={contacts[asked]}
          onProven={onProven}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
