import TextField from '@mui/material/TextField';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { words } from '../../../words/words.ts';
import { muiField } from '../../../components/form/mui-field.ts';

interface ChoiceFieldProps {
  field: UseFormRegisterReturn;
  label: string;
  /** The names of the choices, by their values. */
  options: Readonly<Record<string, string>>;
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
      {Object.entries(options).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
