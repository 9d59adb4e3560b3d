import TextField from '@mui/material/TextField';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { words } from '../../../words/words.ts';
import { muiField } from '../../../components/form/mui-field.ts';

interface ChoiceFieldProps {
  field: UseFormRegisterReturn;
  label: string;
  options: readonly string[];
  error: string | undefined;
}

/** One of a few fixed words. */
export function ChoiceField({ field, label, options, error }: ChoiceFieldProps) {
  return (
    <TextField
      {...muiField(field)}
      select
      label={label}
      error={error !== undefined}
      helperText={error ?? ' '}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{words.accounts.signUp.choose}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </TextField>
  );
}
