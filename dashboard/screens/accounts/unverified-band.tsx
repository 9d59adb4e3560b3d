import MailOutlined from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { Band } from '../../components/shell/band.tsx';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

const text = words.accounts.verification;

/** An unconfirmed email: the things that wait for it, and the two ways on, another mail or another address. */
export function UnverifiedBand({ email, isSupportAccess }: { email: string; isSupportAccess: boolean }) {
  const [isCorrecting, setCorrecting] = useState(false);
  const sending = useMutation({
    mutationFn: () => client.call('POST /auth/resend-verification', {}),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  if (isSupportAccess) {
    return (
      <Band tone="warn" Icon={MailOutlined}>
        {text.bandSupport}
      </Band>
    );
  }
  const sendAgain = () => {
    if (!sending.isPending) sending.mutate();
  };
  return (
    <Band tone="warn" Icon={MailOutlined}>
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'center' }}>
        <Box sx={{ flex: { xs: '1 0 100%', sm: 1 } }}>{text.band({ email })}</Box>
        <Button color="inherit" sx={action} onClick={sendAgain}>
          {sending.isPending ? text.sendingAgain : text.sendAgain}
        </Button>
        <Button color="inherit" sx={action} onClick={() => setCorrecting(true)}>
          {text.correct}
        </Button>
      </Box>
      {isCorrecting && <ChangeEmailDialog email={email} onClose={() => setCorrecting(false)} />}
    </Band>
  );
}

/** On a phone the first label begins where the text does. */
const action = { whiteSpace: 'nowrap', marginInlineStart: { xs: -2, sm: 0 }, '& + &': { marginInlineStart: 0 } };
