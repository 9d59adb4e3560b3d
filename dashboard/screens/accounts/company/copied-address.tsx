import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { copyText } from '../../../components/feedback/copy-text.ts';
import { words } from '../../../words/words.ts';

const text = words.accounts.company;

/** An address to be taken elsewhere. */
export function CopiedAddress({ label, hint, address }: { label: string; hint: string; address: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <TextField
        label={label}
        value={address}
        helperText={hint}
        multiline
        slotProps={{ htmlInput: { readOnly: true, dir: 'ltr', spellCheck: false } }}
        sx={{ flex: '1 1 16rem', '& textarea': { overflowWrap: 'anywhere' } }}
      />
      <Button
        variant="outlined"
        startIcon={<ContentCopy />}
        aria-label={`${text.copy}: ${label}`}
        onClick={() => void copyText(address, text)}
      >
        {text.copy}
      </Button>
    </Box>
  );
}
