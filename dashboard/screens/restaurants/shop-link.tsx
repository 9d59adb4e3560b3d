import ContentCopy from '@mui/icons-material/ContentCopy';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { showMessage } from '../../components/message-store.ts';
import { useRestaurant } from '../../components/restaurant.tsx';
import { visuallyHidden } from '../../components/visually-hidden.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

const { getStarted: text } = words;

/** The address that guests open, to copy and to look at. */
export function ShopLink() {
  const { slug } = useRestaurant();
  const address = new URL(paths.shop(slug), location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showMessage({ place: 'bar', tone: 'ok', text: text.copied });
    } catch {
      showMessage({ place: 'bar', tone: 'error', text: text.copyFailed });
    }
  };
  return (
    <Card sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 2.5 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography variant="h2">{text.shop}</Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }} color="text.secondary">
          {address}
        </Typography>
      </Box>
      <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => void copy()}>
        {text.copyLink}
      </Button>
      <Button variant="outlined" startIcon={<OpenInNew />} href={address} target="_blank" rel="noopener">
        {text.open}
        <Box component="span" sx={visuallyHidden}>
          {text.openHint}
        </Box>
      </Button>
    </Card>
  );
}
