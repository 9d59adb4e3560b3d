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
import { StrengthMeter } from './strength-meter.tsx';

const text = words.accounts.signIn;

interface PasswordFieldProps {
  field: UseFormRegisterReturn;
  label?: string;
  error: string | undefined;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
  /** The same password once more, whose strength has been said. */
  isRepeated?: boolean;
}

/** A password that can be looked at, and a word about Caps Lock before the try fails. */
export function PasswordField({
  field,
  label = text.password,
  error,
  hint = ' ',
  autoComplete,
  isRepeated = false,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const [typed, setTyped] = useState('');
  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const isMeasured = autoComplete === 'new-password' && !isRepeated;
  const input = (
    <TextField
      {...muiField(field)}
      onChange={(event) => {
        setTyped(event.target.value);
        void field.onChange(event);
      }}
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
  if (!isMeasured) return input;
  return (
    <div>
      {input}
      <StrengthMeter password={typed} isRefused={error !== undefined} />
    </div>
  );
}
