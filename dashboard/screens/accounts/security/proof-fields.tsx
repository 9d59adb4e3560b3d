import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm, useFormState, type UseFormRegister, type UseFormSetFocus } from 'react-hook-form';
import type { PasskeyAnswer } from '#contract/accounts/passkey-json.ts';
import { CallError } from '#contract/base/client.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { words } from '../../../words/words.ts';
import { sayProblems } from '../../../words/say-answer.ts';
import { askForPasskey, canUsePasskeys, showPasskeyFailure } from '../passkeys/device-passkey.ts';
import { PasswordField } from '../password-field.tsx';
import { CodeField } from './code-field.tsx';

const text = words.accounts.secondFactor;

/** The proof that the server asks for again before some changes: the password, with a code where it asks, or a passkey. */
export type Proof = Typed | { passkey: PasskeyAnswer };

interface Typed {
  password: string;
  code?: string;
}

export interface ProofForm {
  register: UseFormRegister<Required<Typed>>;
  errors: FieldErrors<Required<Typed>>;
  setFocus: UseFormSetFocus<Required<Typed>>;
  /** Whether the server has asked for a code, because the account has a second factor. */
  takesCode: boolean;
  /** Has the next `submit` ask the device for a passkey instead of the password. */
  choosePasskey: () => void;
  /** Makes the call once the fields are filled in, or a passkey was given. */
  submit: (call: (proof: Proof) => void) => void;
  /** Shows a refusal at the fields. Others are the caller's to show. */
  showRefusal: (error: Error) => void;
}

export function useProof(): ProofForm {
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const [takesCode, setTakesCode] = useState(false);
  const { register, setFocus } = form;
  const { errors } = useFormState({ control: form.control });
  const takesPasskey = useRef(false);
  useEffect(() => {
    if (takesCode) setFocus('code');
  }, [takesCode, setFocus]);
  const submitPasskey = async (call: (proof: Proof) => void) => {
    takesPasskey.current = false;
    const { options } = await client.call('POST /auth/proof-challenge', {});
    const passkey = await askForPasskey(options);
    if (passkey !== null) call({ passkey });
  };
  return {
    register: (name, rules) =>
      register(name, {
        ...rules,
        onChange: () => {
          takesPasskey.current = false;
        },
      }),
    errors,
    setFocus,
    takesCode,
    choosePasskey: () => {
      takesPasskey.current = true;
    },
    submit: (call) => {
      if (takesPasskey.current) submitPasskey(call).catch(showPasskeyFailure);
      else void form.handleSubmit(({ password, code }) => call(takesCode ? { password, code } : { password }))();
    },
    showRefusal: (error) => {
      const { password, code } = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
      if (password !== undefined) form.setError('password', { message: password }, { shouldFocus: true });
      if (code !== undefined) {
        setTakesCode(true);
        form.setError('code', { message: code }, { shouldFocus: true });
      }
    },
  };
}

/** Whether a refusal concerns the password or the code, whose fields show it. */
export function isProofRefused(error: Error | null): boolean {
  const fields = error instanceof CallError ? error.answer?.fields : undefined;
  return fields?.['password'] !== undefined || fields?.['code'] !== undefined;
}

export function ProofFields({ proof }: { proof: ProofForm }) {
  const { register, errors, takesCode } = proof;
  return (
    <>
      <PasswordField
        field={register('password', { required: words.accounts.signIn.passwordRequired })}
        label={text.password}
        error={errors.password?.message}
        hint={text.passwordHint}
        autoComplete="current-password"
      />
      {takesCode && (
        <CodeField field={register('code', { required: text.codeRequired })} error={errors.code?.message} />
      )}
      {canUsePasskeys() && <PasskeyButton onChosen={proof.choosePasskey} />}
    </>
  );
}

/** Sends the form that it is in, for those who have a passkey. */
function PasskeyButton({ onChosen }: { onChosen: () => void }) {
  const { data = [] } = useQuery(queries.passkeys());
  if (data.length === 0) return null;
  return (
    <div>
      <Button
        onClick={({ currentTarget }) => {
          onChosen();
          currentTarget.form?.requestSubmit();
        }}
      >
        {words.accounts.passkeys.use}
      </Button>
    </div>
  );
}
