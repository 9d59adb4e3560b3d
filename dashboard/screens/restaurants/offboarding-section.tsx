import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Section } from '../../components/shell/section.tsx';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';

const text = words.restaurants.offboarding;

/** The way to closing the restaurant, for its owner. */
export function OffboardingSection() {
  return (
    <Section heading={text.heading}>
      <Typography color="textSecondary">{text.hint({ days: limits.reopenDays })}</Typography>
      <div>
        <Button variant="outlined" color="error" component={Link} to={paths.closeRestaurant()}>
          {text.see}
        </Button>
      </div>
    </Section>
  );
}
