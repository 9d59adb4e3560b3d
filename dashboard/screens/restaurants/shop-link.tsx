import ContentCopy from '@mui/icons-material/ContentCopy';
import OpenInNew from '@mui/icons-material/OpenInNew';
import QrCode2 from '@mui/icons-material/QrCode2';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type OrderSource, orderSources } from '#contract/base/enumerations.ts';
import { copyText } from '../../components/feedback/copy-text.ts';
import { useRestaurant } from '../../components/shell/restaurant.tsx';
import { visuallyHidden } from '../../components/feedback/visually-hidden.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { QrDialog } from './qr-dialog.tsx';

const text = words.restaurants.getStarted;

/** The address that guests open, to copy, to look at and to print, for each place where the link is put. */
export function ShopLink() {
  const restaurant = useRestaurant();
  const { slug } = restaurant;
  const [hasQrCode, setQrCode] = useState(false);
  const [source, setSource] = useState<OrderSource | undefined>(undefined);
  const address = new URL(paths.shop(restaurant, source), location.origin).href;
  const fileName = source === undefined ? `${slug}-qr` : `${slug}-qr-${source.toLowerCase()}`;
  return (
    <Card
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, p: 2.5, alignContent: 'space-between' }}
    >
      <div>
        <Typography variant="h2">{text.shop}</Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }} color="textSecondary">
          <bdi dir="ltr">{address}</bdi>
        </Typography>
      </div>
      <TextField
        select
        label={text.channel}
        helperText={text.channelHint}
        value={source ?? ''}
        onChange={({ target }) => setSource(orderSources.find((one) => one === target.value))}
        slotProps={{ select: { native: true } }}
      >
        <option value="">{text.anywhere}</option>
        {orderSources.map((one) => (
          <option key={one} value={one}>
            {text.channels[one]}
          </option>
        ))}
      </TextField>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => void copyText(address, text)}>
          {text.copyLink}
        </Button>
        <Button variant="outlined" startIcon={<OpenInNew />} href={address} target="_blank" rel="noopener">
          {text.open}
          <Box component="span" sx={visuallyHidden}>
            {text.openHint}
          </Box>
        </Button>
        <Button variant="outlined" startIcon={<QrCode2 />} onClick={() => setQrCode(true)}>
          {text.qrCode}
        </Button>
      </Box>
      {hasQrCode && <QrDialog address={address} fileName={fileName} onClose={() => setQrCode(false)} />}
    </Card>
  );
}
