import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectedGateway } from '#contract/payments/payments.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Mark } from '../../components/feedback/state-chip.tsx';
import { formWidth } from '../../components/form/form-width.ts';
import { deviceDate, deviceTime } from '../../components/order/outlet-time.ts';
import { Page } from '../../components/shell/page.tsx';
import { useIsOwner } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { dayText, momentText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { ConnectGateway } from './connect-gateway.tsx';
import { DisconnectGateway } from './disconnect-gateway.tsx';
import { WhereOnline } from './where-online.tsx';

const text = words.payments;

/** /dashboard/online-payments: whether guests can pay online, through whom, and with real money or not. */
export function OnlinePayments() {
  const isOwner = useIsOwner();
  return (
    <Page title={text.title} back={{ to: paths.settings(), label: words.general.shell.settings }}>
      {isOwner ? (
        <Gateway />
      ) : (
        <Card>
          <Notice heading={text.ownersOnly} sentence={text.ownersOnlyHint} action={null} />
        </Card>
      )}
    </Page>
  );
}

function Gateway() {
  const { data, error, refetch } = useQuery(queries.gateway());
  if (data === undefined) {
    if (error === null) return <LoadingBlock height={200} />;
    return (
      <Card>
        <Failure error={error} place="setup" onRetry={() => void refetch()} />
      </Card>
    );
  }
  const { gateway, hasSimulator } = data;
  return (
    <>
      <Card sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', p: 2, maxWidth: formWidth }}>
        {gateway === null ? (
          <NotConnected hasSimulator={hasSimulator} />
        ) : (
          <Connected gateway={gateway} hasSimulator={hasSimulator} />
        )}
      </Card>
      {gateway !== null && <WhereOnline />}
    </>
  );
}

function NotConnected({ hasSimulator }: { hasSimulator: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Typography>{text.about}</Typography>
      <Hint>{text.needsAccount}</Hint>
      {hasSimulator && <Hint>{text.simulator}</Hint>}
      <div>
        <Button variant="contained" onClick={() => setOpen(true)}>
          {text.connect}
        </Button>
      </div>
      {isOpen && <ConnectGateway gateway={null} hasSimulator={hasSimulator} onClose={() => setOpen(false)} />}
    </>
  );
}

function Connected({ gateway, hasSimulator }: { gateway: ConnectedGateway; hasSimulator: boolean }) {
  const { kind, isTest, keyEnd, connectedAt, refusedSince } = gateway;
  const [open, setOpen] = useState<'replace' | 'disconnect' | null>(null);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2">{text.connected({ gateway: text.gateways[kind] })}</Typography>
        {isTest ? (
          <Mark Icon={ScienceOutlined} color="warning.main" background="tone.warnSoft">
            {text.test}
          </Mark>
        ) : (
          <Mark Icon={CreditCardOutlined} color="success.main" background="tone.okSoft">
            {text.live}
          </Mark>
        )}
      </Box>
      {refusedSince && (
        <Alert severity="error">{text.refused({ gateway: text.gateways[kind], time: momentText(refusedSince) })}</Alert>
      )}
      <div>
        <Typography>{text.key({ end: keyEnd })}</Typography>
        <Typography>{text.since({ time: connectedText(connectedAt) })}</Typography>
      </div>
      <Hint>{isTest ? text.testHint : text.liveHint}</Hint>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setOpen('replace')}>
          {text.replace}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setOpen('disconnect')}>
          {text.disconnect}
        </Button>
      </Box>
      {open === 'replace' && (
        <ConnectGateway gateway={gateway} hasSimulator={hasSimulator} onClose={() => setOpen(null)} />
      )}
      {open === 'disconnect' && <DisconnectGateway kind={kind} onClose={() => setOpen(null)} />}
    </>
  );
}

function connectedText(instant: string): string {
  return words.general.dayAndTime({ day: dayText(deviceDate(instant)), time: deviceTime(new Date(instant)) });
}
