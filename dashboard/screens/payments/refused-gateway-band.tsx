import KeyOff from '@mui/icons-material/KeyOff';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { RefusedGateway } from '#contract/payments/payments.ts';
import { Band } from '../../components/shell/band.tsx';
import { useIsOwner } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { momentText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

/** On every page while the gateway refuses the key of the restaurant, which owners alone can replace. */
export function RefusedGatewayBand({ gateway: { kind, since } }: { gateway: RefusedGateway }) {
  const isOwner = useIsOwner();
  return (
    <Band
      tone="error"
      Icon={KeyOff}
      role="alert"
      action={
        isOwner && (
          <Button color="inherit" component={Link} to={paths.onlinePayments()}>
            {words.payments.manage}
          </Button>
        )
      }
    >
      {words.payments.refused({ gateway: words.payments.gateways[kind], time: momentText(since) })}
    </Band>
  );
}
