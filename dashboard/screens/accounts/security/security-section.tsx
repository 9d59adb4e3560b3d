import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Section } from '../../../components/shell/section.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';

const text = words.accounts.secondFactor;
const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' });

/** On the page of the account: whether it has a second factor, and the way there. */
export function SecuritySection() {
  const { data } = useQuery(queries.factor());
  if (data === undefined) return null;
  return (
    <Section heading={text.section}>
      <div>
        <Typography>
          {data.since === null ? text.isOff : text.isOn({ since: day.format(new Date(data.since)) })}
        </Typography>
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
