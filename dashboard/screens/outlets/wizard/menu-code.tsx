import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { renderSVG } from 'uqr';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { guestMode } from '../preview-link.tsx';

const text = words.outlets.menuCode;

/** For those who wait: it names no table, and opens the menu for pickup or delivery. */
export function MenuCode({ outlet }: { outlet: Outlet }) {
  const restaurant = useRestaurant();
  const address = new URL(paths.shopOutlet(restaurant, guestMode(outlet), outlet.name), location.origin).href;
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: 'M', border: 4 }))}`;
  return (
    <Card sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      {/* Scanners want dark on light, whatever the scheme. */}
      <Box
        component="img"
        src={picture}
        alt={text.code({ outlet: outlet.name })}
        sx={{ inlineSize: 224, blockSize: 224, borderRadius: 1, bgcolor: '#fff' }}
      />
      <Box sx={{ flex: '1 1 220px', minWidth: 0, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Typography variant="h2">{text.heading}</Typography>
        <Hint>{text.hint}</Hint>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {address}
        </Typography>
        {!outlet.status && <Hint>{text.inactive}</Hint>}
        <Button
          variant="contained"
          startIcon={<Download />}
          href={picture}
          download={text.file({ outlet: outlet.name })}
        >
          {text.download}
        </Button>
      </Box>
    </Card>
  );
}
