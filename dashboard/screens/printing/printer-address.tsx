import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { PrinterKind } from '#contract/base/enumerations.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { copyText } from '../../components/feedback/copy-text.ts';
import { qrCode, qrSvg } from '../../components/feedback/qr-code.ts';
import { formWidth } from '../../components/form/form-width.ts';
import { words } from '../../words/words.ts';

const text = words.printing.printers;

/** The texts that are typed into the printer: an address that is a secret, or the secret as the ID beside an address that is none. */
export interface PrinterLogin {
  address: string;
  secretId?: string | undefined;
}

interface PrinterAddressProps {
  login: PrinterLogin;
  kind: PrinterKind;
  onDone: () => void;
}

/** The secret, this once, and what to do with it. */
export function PrinterAddress({ login: { address, secretId }, kind, onDone }: PrinterAddressProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card sx={{ maxWidth: formWidth, p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography ref={heading} tabIndex={-1} variant="h2" sx={{ outline: 'none' }}>
        {text.addressTitle}
      </Typography>
      <Typography>{secretId === undefined ? text.addressOnce : text.idOnce}</Typography>
      <Copyable label={text.address} value={address} copyLabel={text.copy} copied={text.copied} />
      {secretId === undefined ? (
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg(qrCode(address)))}`}
          alt={text.addressImage({ address })}
          sx={{ display: 'block', inlineSize: 200, maxInlineSize: '100%', aspectRatio: '1', borderRadius: 1 }}
        />
      ) : (
        <Copyable label={text.secretId} value={secretId} copyLabel={text.copyId} copied={text.idCopied} />
      )}
      <Box component="ol" sx={{ m: 0, paddingInlineStart: 3, display: 'grid', gap: 0.5 }}>
        {Object.values(text.steps[kind]).map((step: string) => (
          <Typography key={step} component="li">
            {step}
          </Typography>
        ))}
      </Box>
      <Hint>{text.connected}</Hint>
      <Box>
        <Button variant="contained" onClick={onDone}>
          {text.done}
        </Button>
      </Box>
    </Card>
  );
}

interface CopyableProps {
  label: string;
  value: string;
  copyLabel: string;
  copied: string;
}

function Copyable({ label, value, copyLabel, copied }: CopyableProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
      <TextField
        label={label}
        value={value}
        helperText={null}
        multiline
        slotProps={{ htmlInput: { readOnly: true, dir: 'ltr', spellCheck: false } }}
        sx={{ flex: '1 1 240px', '& textarea': { fontFamily: 'monospace', overflowWrap: 'anywhere' } }}
      />
      <Button
        variant="outlined"
        startIcon={<ContentCopy />}
        onClick={() => void copyText(value, { copied, copyFailed: text.copyFailed })}
      >
        {copyLabel}
      </Button>
    </Box>
  );
}
