import { useEffect, useState } from 'react';
import { type FieldErrors, useForm, useFormState, type UseFormRegister, type UseFormSetFocus } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import { words } from '../../../words/words.ts';
import { sayProblems } from '../../../words/say-answer.ts';
import { PasswordField } from '../password-field.tsx';
import { CodeField } from './code-field.tsx';

const text = words.accounts.secondFactor;

/** The proof that the server asks for again before some changes. */
export interface Proof {
  password: string;
  code?: string;
}

export interface ProofForm {
  register: UseFormRegister<Required<Proof>>;
  errors: FieldErrors<Required<Proof>>;
  setFocus: UseFormSetFocus<Required<Proof>>;
  /** Whether the server has asked for a code, because the account has a second factor. */
  takesCode: boolean;
  /** Makes the call once the fields are filled in. */
  submit: (call: (proof: Proof) => void) => void;
  /** Shows a refusal at the fields. Others are the caller's to show. */
  showRefusal: (error: Error) => void;
}

export function useProof(): ProofForm {
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const [takesCode, setTakesCode] = useState(false);
  const { register, setFocus } = form;
  const { errors } = useFormState({ control: form.control });
  useEffect(() => {
    if (takesCode) setFocus('code');
  }, [takesCode, setFocus]);
  return {
    register,
    errors,
    setFocus,
    takesCode,
    submit: (call) =>
      void form.handleSubmit(({ password, code }) => call(takesCode ? { password, code } : { password }))(),
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

export function ProofFields({ proof: { register, errors, takesCode } }: { proof: ProofForm }) {
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
    </>
  );
}
