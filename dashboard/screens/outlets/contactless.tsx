import Download from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { renderSVG } from 'uqr';
import type { Outlet } from '#contract/outlets.ts';
import { Hint } from '../../components/hint.tsx';
import { useRestaurant } from '../../components/restaurant.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { guestMode } from './preview-link.tsx';
import { NextStep, OutletStepPage } from './wizard-page.tsx';

const { contactless: text } = words;

/** /dashboard/outlets/create/ordering-services/contactless-dining and its edit variant */
export function Contactless() {
  return (
    <OutletStepPage step="contactless-dining">
      {(outlet) => (
        <>
          <Alert severity="info" variant="outlined">
            <AlertTitle>{text.notSetUp}</AlertTitle>
            {text.notSetUpHint}
          </Alert>
          <MenuCode outlet={outlet} />
          <NextStep step="contactless-dining" outlet={outlet} />
        </>
      )}
    </OutletStepPage>
  );
}

function MenuCode({ outlet }: { outlet: Outlet }) {
  const { slug } = useRestaurant();
  const address = new URL(paths.shopOutlet(slug, guestMode(outlet), outlet.name), location.origin).href;
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: 'M', border: 4 }))}`;
  return (
    <Card sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      {/* Scanners want dark on light, whatever the scheme. */}
      <Box
        component="img"
        src={picture}
        alt={text.code(outlet.name)}
        sx={{ inlineSize: 224, blockSize: 224, borderRadius: 1, bgcolor: '#fff' }}
      />
      <Box sx={{ flex: '1 1 220px', minWidth: 0, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Typography variant="h2">{text.menuCode}</Typography>
        <Hint>{text.menuCodeHint}</Hint>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {address}
        </Typography>
        {!outlet.status && <Hint>{text.inactive}</Hint>}
        <Button variant="contained" startIcon={<Download />} href={picture} download={text.file(outlet.name)}>
          {text.download}
        </Button>
      </Box>
    </Card>
  );
}
