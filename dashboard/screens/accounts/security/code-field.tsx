import TextField from '@mui/material/TextField';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { muiField } from '../../../components/form/mui-field.ts';
import { words } from '../../../words/words.ts';

const text = words.accounts.secondFactor;

interface CodeFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Six digits alone; otherwise a recovery code fits as well, which has letters. */
  isAppOnly?: boolean;
}

/** One box for the code of the app; phones and password managers fill it in. */
export function CodeField({ field, error, isAppOnly = false }: CodeFieldProps) {
  return (
    <TextField
      {...muiField(field)}
      label={text.code}
      error={error !== undefined}
      helperText={error ?? (isAppOnly ? ' ' : text.codeHelp)}
      autoComplete="one-time-code"
      slotProps={{
        htmlInput: {
          inputMode: isAppOnly ? 'numeric' : 'text',
          maxLength: 20,
          spellCheck: false,
          autoCapitalize: 'none',
          style: { fontSize: '1.25rem', letterSpacing: '0.12em', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  );
}
