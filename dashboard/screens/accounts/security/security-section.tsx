import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Section } from '../../../components/shell/section.tsx';
import { deviceDayText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';

const text = words.accounts.secondFactor;

/** On the page of the account: whether it has a second factor and passkeys, and the way there. */
export function SecuritySection() {
  return (
    <>
      <FactorSection />
      <PasskeysSection />
    </>
  );
}

function FactorSection() {
  const { data } = useQuery(queries.factor());
  if (data === undefined) return null;
  return (
    <Section heading={text.section}>
      <div>
        <Typography>{data.since === null ? text.isOff : text.isOn({ since: deviceDayText(data.since) })}</Typography>
        {data.since === null && <Typography color="textSecondary">{text.isOffHint}</Typography>}
      </div>
      <div>
        <Button variant="outlined" component={Link} to={paths.security()}>
          {data.since === null ? text.setUp : text.manage}
        </Button>
      </div>
    </Section>
  );
}

function PasskeysSection() {
  const { data } = useQuery(queries.passkeys());
  const passkeys = words.accounts.passkeys;
  if (data === undefined) return null;
  return (
    <Section heading={passkeys.section}>
      <div>
        <Typography>{data.length === 0 ? passkeys.none : passkeys.count({ count: data.length })}</Typography>
        <Typography color="textSecondary">{passkeys.hint}</Typography>
      </div>
      <div>
        <Button variant="outlined" component={Link} to={paths.security()}>
          {passkeys.manage}
        </Button>
      </div>
    </Section>
  );
}
