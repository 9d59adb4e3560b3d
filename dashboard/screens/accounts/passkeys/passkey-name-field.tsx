import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { words } from '../../../words/words.ts';

const text = words.accounts.passkeys;

/** All that its dialog asks for, so it has the focus, and Enter keeps the name as it is. */
export function PasskeyNameField({ form }: { form: UseFormReturn<{ name: string }> }) {
  const { register, control, setFocus } = form;
  const { errors } = useFormState({ control });
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  return (
    <TextField
      {...muiField(register('name'))}
      label={text.name}
      error={errors.name !== undefined}
      helperText={errors.name?.message ?? text.nameHint}
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: limits.passkeyName } }}
    />
  );
}
