import ContentCopy from '@mui/icons-material/ContentCopy';
import Phone from '@mui/icons-material/Phone';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { addressLines } from '#contract/ordering/address-lines.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { copyText } from '../../components/feedback/copy-text.ts';
import { partsList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';

const text = words.kitchen.liveOrders;

/** The guest's name and phone number, and the address of a delivery. */
export function OrderGuest({ order: { customerName, phoneNo, address, areaName } }: { order: Order }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ minInlineSize: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {customerName || words.ordering.deletedGuest}
          </Typography>
          <Typography dir="ltr">{phoneNo}</Typography>
        </Box>
        {phoneNo !== '' && (
          <Button
            variant="outlined"
            startIcon={<Phone />}
            href={`tel:${phoneNo}`}
            aria-label={text.call({ name: customerName })}
          >
            {text.callShort}
          </Button>
        )}
      </Box>
      {address !== null && <Address address={address} areaName={areaName} />}
    </Box>
  );
}

function Address({ address, areaName }: { address: NonNullable<Order['address']>; areaName: string | null }) {
  const lines = addressLines({ address, areaName });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
      <div>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{partsList(lines)}</Typography>
        {address.position !== undefined && <PinLink position={address.position} />}
        {address.instruction !== '' && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <strong>{text.instruction}:</strong> <bdi>{address.instruction}</bdi>
          </Typography>
        )}
      </div>
      <IconButton aria-label={text.copyAddress} onClick={() => void copyText(lines.join(', '), text, 'toast')}>
        <ContentCopy />
      </IconButton>
    </Box>
  );
}

/** Opens the guest's pin in the navigation of the device that shows the order. */
function PinLink({ position: { latitude, longitude } }: { position: Pin }) {
  const href = `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
  return (
    <MuiLink href={href} target="_blank" rel="noreferrer" sx={{ display: 'inline-block', py: 1 }}>
      {text.directions}
    </MuiLink>
  );
}
