import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { historyAddress, type HistorySearch } from '../ordering/history-view.ts';

export interface Figure {
  label: string;
  value: string;
  hint?: string;
  /** The history filters that find the orders behind it. */
  orders: HistorySearch;
}

/** The figures of a report at a glance; each opens its orders. */
export function ReportFigures({ name, figures }: { name: string; figures: readonly Figure[] }) {
  return (
    <Box
      component="ul"
      aria-label={name}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 45%), 1fr))',
      }}
    >
      {figures.map(({ label, value, hint, orders }) => (
        <Card key={label} component="li">
          <CardActionArea component={Link} to={historyAddress(orders)} sx={{ blockSize: '100%', p: 1.5 }}>
            <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
              {label}
            </Typography>
            <Typography
              variant="h2"
              component="span"
              sx={{ display: 'block', fontSize: { xs: '1rem', sm: '1.125rem' }, overflowWrap: 'anywhere' }}
            >
              {value}
            </Typography>
            {hint !== undefined && (
              <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
                {hint}
              </Typography>
            )}
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}
