import Box from '@mui/material/Box';
import { words } from '../../words/words.ts';
import { type Strength, strengthOf, strengths } from './password-strength.ts';

const text = words.accounts.signIn.strength;
const colors: Record<Strength, string> = { weak: 'error.main', fair: 'warning.main', strong: 'success.main' };

interface StrengthMeterProps {
  password: string;
  /** The server knows of common passwords and of names, which this page does not. */
  isRefused: boolean;
}

/** How hard the password is to guess, in words and as bars. Empty, and as high, while there is none. */
export function StrengthMeter({ password, isRefused }: StrengthMeterProps) {
  const strength = password === '' ? null : isRefused ? 'weak' : strengthOf(password);
  const filled = strength === null ? 0 : strengths.indexOf(strength) + 1;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: '1.25rem', mb: 1 }}>
      <Box aria-hidden sx={{ display: 'flex', gap: 0.5, flex: 1 }}>
        {strengths.map((one, index) => (
          <Box
            key={one}
            sx={{
              flex: 1,
              blockSize: 4,
              borderRadius: 1,
              bgcolor: strength !== null && index < filled ? colors[strength] : 'divider',
            }}
          />
        ))}
      </Box>
      <Box aria-live="polite" sx={{ typography: 'caption', color: 'text.secondary', minInlineSize: '5rem' }}>
        {strength !== null && text[strength]}
      </Box>
    </Box>
  );
}
