import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Page } from '../../components/shell/page.tsx';
import { useAudience, useRestaurant } from '../../components/shell/restaurant.tsx';
import { type SettingsEntry, settingsPages } from '../../components/shell/settings-pages.ts';
import { words } from '../../words/words.ts';
import { Trial } from './trial.tsx';

/** /dashboard/restaurant: every setting of the restaurant that this person may open. */
export function Settings() {
  const isFor = useAudience();
  const { trialEndsAt } = useRestaurant();
  return (
    <Page title={words.general.shell.settings}>
      <Box
        component="ul"
        aria-label={words.general.shell.settings}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
        }}
      >
        {settingsPages
          .filter(({ audience = 'everyone' }) => isFor(audience))
          .map((entry) => (
            <li key={entry.label}>
              <SettingsCard entry={entry} />
            </li>
          ))}
      </Box>
      <Trial endsAt={trialEndsAt} />
    </Page>
  );
}

function SettingsCard({ entry: { label, hint, to, Icon } }: { entry: SettingsEntry }) {
  return (
    <Card sx={{ blockSize: '100%' }}>
      <CardActionArea
        component={Link}
        to={to}
        sx={{ blockSize: '100%', p: 2, display: 'flex', alignItems: 'flex-start', justifyContent: 'start', gap: 1.5 }}
      >
        <Icon aria-hidden sx={{ color: 'primary.main' }} />
        <div>
          <Typography component="h2" sx={{ fontWeight: 600 }}>
            {label}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {hint}
          </Typography>
        </div>
      </CardActionArea>
    </Card>
  );
}
