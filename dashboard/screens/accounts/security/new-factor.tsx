import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { NewFactor } from '#contract/accounts/second-factor.ts';
import { qrCode, qrSvg } from '../../../components/feedback/qr-code.ts';
import { saveFile } from '../../../components/feedback/save-file.ts';
import { words } from '../../../words/words.ts';

const text = words.accounts.secondFactor;

/** The secret for the camera of a phone, and to be typed. */
export function NewFactorKey({ factor: { secret, address } }: { factor: NewFactor }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Typography>{text.scan}</Typography>
      <Box
        component="img"
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg(qrCode(address)))}`}
        alt={text.qrImage}
        sx={{ display: 'block', inlineSize: '100%', maxInlineSize: 220, aspectRatio: '1', borderRadius: 1 }}
      />
      <div>
        <Typography color="textSecondary">{text.byHand}</Typography>
        <Typography component="code" data-testid="factor-secret" sx={{ fontFamily: 'monospace', fontWeight: 600 }}>
          {secret}
        </Typography>
      </div>
      <Typography>{text.thenCode}</Typography>
    </Box>
  );
}

/** Shown once. `onContinue` goes on. */
export function RecoveryCodes({ codes, onContinue }: { codes: readonly string[]; onContinue: () => void }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{text.codesHint}</Typography>
      <Box
        component="ul"
        aria-label={text.codesList}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 2,
          inlineSize: '100%',
          maxInlineSize: 360,
          display: 'grid',
          gridTemplateColumns: 'repeat(2, max-content)',
          columnGap: 4,
          rowGap: 1,
          borderRadius: 1,
          bgcolor: 'action.hover',
          fontFamily: 'monospace',
          fontSize: '1.0625rem',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<Download />}
          onClick={() =>
            saveFile(new Blob([text.fileText({ codes: codes.join('\n') })], { type: 'text/plain' }), text.fileName)
          }
        >
          {text.download}
        </Button>
        <Button variant="contained" onClick={onContinue}>
          {text.codesSaved}
        </Button>
      </Box>
    </Box>
  );
}
