import TextField from '@mui/material/TextField';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';
import { muiField } from './mui-field.ts';

interface ArabicFieldProps {
  field: UseFormRegisterReturn;
  label: string;
  error: string | undefined;
  /** Most characters. */
  most?: number;
}

/** A line that guests read who chose Arabic; left empty, they read what all others do. */
export function ArabicField({ field, label, error, most = limits.name }: ArabicFieldProps) {
  return (
    <TextField
      {...muiField(field)}
      label={label}
      error={error !== undefined}
      helperText={error ?? words.general.arabicHint}
      slotProps={{ htmlInput: { maxLength: most, dir: 'rtl', lang: 'ar', autoComplete: 'off' } }}
    />
  );
}
