import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Driver } from '#contract/delivery/drivers.ts';
import { copyText } from '../../components/feedback/copy-text.ts';
import { qrCode, qrSvg } from '../../components/feedback/qr-code.ts';
import { words } from '../../words/words.ts';

const text = words.delivery.drivers;

/** The secrets that open a driver's page, which are shown this once. */
export interface DriverOpening {
  driver: Driver;
  link: string;
  code: string;
}

/** The driver's camera opens the link; the code is said or sent another way. */
export function DriverLink({ opening, onClose }: { opening: DriverOpening; onClose: () => void }) {
  const titleId = useId();
  const { driver, link, code } = opening;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {text.linkTitle({ name: driver.name })}
      </DialogTitle>
      <DialogContent
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          justifyItems: 'center',
          textAlign: 'center',
        }}
      >
        <Typography>{text.linkHint}</Typography>
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg(qrCode(link)))}`}
          alt={text.linkImage}
          sx={{ display: 'block', inlineSize: 220, maxInlineSize: '100%', aspectRatio: '1', borderRadius: 1 }}
        />
        <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => void copyText(link, text)}>
          {text.copyLink}
        </Button>
        <div>
          <Typography variant="body2" color="textSecondary">
            {text.code}
          </Typography>
          <Typography dir="ltr" sx={{ fontSize: '2rem', lineHeight: 1.25, fontWeight: 700, letterSpacing: '0.15em' }}>
            {code}
          </Typography>
        </div>
        <Typography variant="body2">{text.once}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
