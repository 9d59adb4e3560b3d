import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '#contract/staff/staff.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Section } from '../../components/shell/section.tsx';
import { useOutletNames } from './use-outlet-names.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.staff.people;

/** Invitations that have not been accepted yet. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Section heading={text.invitations}>
      <Box component="ul" aria-label={text.invitations} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation._id} invitation={invitation} />
        ))}
      </Box>
    </Section>
  );
}

function InvitationRow({
  invitation: { _id: id, email, role, outletIds, invitedBy, expiresAt },
}: {
  invitation: Invitation;
}) {
  const cache = useQueryClient();
  const outletNames = useOutletNames()(outletIds);
  const changing = useMutation({
    mutationFn: (isTakenBack: boolean): Promise<{ msg: string }> =>
      isTakenBack
        ? client.call('DELETE /staff/cancel-invitation/:id', { params: { id } })
        : client.call('POST /staff/resend-invitation/:id', { params: { id } }),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.staff().queryKey }),
  });
  const change = (isTakenBack: boolean) => {
    if (!changing.isPending) changing.mutate(isTakenBack);
  };
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{email}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text.invited({
            role: text.roles[role],
            where: outletNames,
            by: invitedBy,
            until: deviceDayText(expiresAt),
          })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" aria-label={text.resendTo({ email })} onClick={() => change(false)}>
          {text.resend}
        </Button>
        <Button color="error" aria-label={text.takeBackOf({ email })} onClick={() => change(true)}>
          {text.takeBack}
        </Button>
      </Box>
    </Box>
  );
}
