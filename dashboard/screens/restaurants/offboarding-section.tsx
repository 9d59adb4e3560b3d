import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Section } from '../../components/shell/section.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';

const { closing: text } = words;

/** The way to closing the restaurant, for its owner. */
export function ClosingSection() {
  return (
    <Section heading={text.heading}>
      <Typography color="textSecondary">{text.hint}</Typography>
      <div>
        <Button variant="outlined" color="error" component={Link} to={paths.closeRestaurant()}>
          {text.see}
        </Button>
      </div>
    </Section>
  );
}
