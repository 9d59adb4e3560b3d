import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { muiField } from './mui-field.ts';

interface NumberFieldProps {
  field: UseFormRegisterReturn;
  label: string;
  error: string | undefined;
  hint?: string;
  /** Before the number: a currency. */
  before?: string;
  /** After it: a unit. */
  after?: string;
  /** Whether it takes a decimal point. */
  isDecimal?: boolean;
  /** Save waits for it. */
  isRequired?: boolean;
  isDisabled?: boolean;
}

/**
 * A number as text, so that an empty field stays empty and nothing is rounded while it is typed. The form keeps the text;
 * `readAmount` or `readNumber` reads it when it is saved, in each way of writing that contract/base/typed-number.ts knows.
 */
export function NumberField({ field, label, error, hint = ' ', before, after, ...is }: NumberFieldProps) {
  const { isDecimal = false, isRequired = false, isDisabled = false } = is;
  const adornment = (text: string | undefined, position: 'start' | 'end') =>
    text === undefined ? undefined : <InputAdornment position={position}>{text}</InputAdornment>;
  return (
    <TextField
      {...muiField(field)}
      label={label}
      required={isRequired}
      disabled={isDisabled}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{
        htmlInput: { inputMode: isDecimal ? 'decimal' : 'numeric', maxLength: 16, autoComplete: 'off' },
        input: { startAdornment: adornment(before, 'start'), endAdornment: adornment(after, 'end') },
      }}
    />
  );
}
