import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Section } from '../../components/section.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

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
