import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

export interface Figure {
  label: string;
  value: string;
  hint?: string;
  /** Compared with the time before. */
  change?: string;
  /** Where what is behind it is listed. */
  to: string;
}

/** Figures at a glance; each opens what is behind it. */
export function FigureList({ name, figures }: { name: string; figures: readonly Figure[] }) {
  return (
    <Box
      component="ul"
      aria-label={name}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
      }}
    >
      {figures.map(({ label, value, hint, change, to }) => (
        // Grows: an odd figure would leave a hole in its row.
        // An amount widens its card before it breaks, which it would not where the card clipped it.
        <Card
          key={label}
          component="li"
          sx={{ flex: '1 1 min(10rem, 100%)', maxInlineSize: '100%', overflow: 'visible' }}
        >
          <CardActionArea component={Link} to={to} sx={{ blockSize: '100%', p: 1.5 }}>
            <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
              {label}
            </Typography>
            <Typography
              variant="h2"
              component="span"
              sx={{ display: 'block', fontSize: { xs: '1rem', sm: '1.125rem' }, overflowWrap: 'break-word' }}
            >
              {value}
            </Typography>
            {[hint, change].map(
              (line) =>
                line !== undefined && (
                  <Typography
                    key={line}
                    variant="body2"
                    color="textSecondary"
                    component="span"
                    sx={{ display: 'block' }}
                  >
                    {line}
                  </Typography>
                ),
            )}
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}
