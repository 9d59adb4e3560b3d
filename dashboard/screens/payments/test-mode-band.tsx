import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Band } from '../../components/shell/band.tsx';
import { useIsOwner } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';

/** On every page while the gateway is a test: guests seem to pay. */
export function TestModeBand() {
  const isOwner = useIsOwner();
  return (
    <Band
      tone="warn"
      Icon={ScienceOutlined}
      action={
        isOwner && (
          <Button color="inherit" component={Link} to={paths.onlinePayments()}>
            {words.payments.manage}
          </Button>
        )
      }
    >
      {words.payments.testBand}
    </Band>
  );
}
