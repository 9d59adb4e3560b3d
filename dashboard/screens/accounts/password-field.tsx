import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { words } from '../../words/words.ts';

const text = words.accounts.signIn;

interface PasswordFieldProps {
  field: UseFormRegisterReturn;
  label?: string;
  error: string | undefined;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be looked at, and a word about Caps Lock before the try fails. */
export function PasswordField({ field, label = text.password, error, hint = ' ', autoComplete }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...muiField(field)}
      type={isShown ? 'text' : 'password'}
      label={label}
      error={error !== undefined}
      helperText={error ?? (hasCapsLock ? text.capsLock : hint)}
      autoComplete={autoComplete}
      onKeyDown={noticeCapsLock}
      onKeyUp={noticeCapsLock}
      slotProps={{
        htmlInput: { maxLength: limits.passwordMax, spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={isShown ? text.hidePassword : text.showPassword}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <VisibilityOff /> : <Visibility />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
