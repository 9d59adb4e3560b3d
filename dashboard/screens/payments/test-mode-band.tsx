import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Band } from '../../components/shell/band.tsx';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';

/** On every page of owners while the gateway is a test: guests seem to pay. */
export function TestModeBand() {
  return (
    <Band
      tone="warn"
      Icon={ScienceOutlined}
      action={
        <Button color="inherit" component={Link} to={paths.onlinePayments()}>
          {words.payments.manage}
        </Button>
      }
    >
      {words.payments.testBand}
    </Band>
  );
}
