import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { words } from '../../words/words.ts';
import { qrCode, qrSvg } from '../../components/feedback/qr-code.ts';
import { saveFile } from '../../components/feedback/save-file.ts';

const text = words.restaurants.getStarted;

interface QrDialogProps {
  address: string;
  /** Name of the file, without its extension. */
  fileName: string;
  onClose: () => void;
}

/** The address of the shop for the cameras of phones, to look at and to print. */
export function QrDialog({ address, fileName, onClose }: QrDialogProps) {
  const titleId = useId();
  const svg = qrSvg(qrCode(address));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.qrTitle}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, justifyItems: 'center', textAlign: 'center' }}>
        <Typography>{text.qrHint}</Typography>
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={text.qrImage({ address })}
          sx={{ display: 'block', inlineSize: '100%', maxInlineSize: 280, aspectRatio: '1', borderRadius: 1 }}
        />
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {address}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.general.shell.close}</Button>
        <Button
          variant="contained"
          startIcon={<Download />}
          onClick={() => saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${fileName}.svg`)}
        >
          {text.qrDownload}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
