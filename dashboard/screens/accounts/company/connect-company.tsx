import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { CompanyProvider } from '#contract/accounts/company-sign-in.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { errorText } from '../../../words/error-text.ts';
import { sayProblems } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../security/proof-fields.tsx';

const text = words.accounts.company;

interface CompanyForm {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Separated by commas or spaces. */
  domains: string;
}

/** Asks for what a provider tells its customers; of the one that is connected, for changes. */
export function ConnectCompany({ company, onClose }: { company: CompanyProvider | null; onClose: () => void }) {
  const form = useCheckedForm<CompanyForm>({
    defaultValues: {
      issuer: company?.issuer ?? '',
      clientId: company?.clientId ?? '',
      clientSecret: '',
      domains: company?.domains.join(', ') ?? '',
    },
    // The proof is a form of its own.
    calls: (filled) => [checkedCall('POST /restaurant/connect-company', { ...bodyOf(filled), password: '' })],
    ownProblems: ({ issuer, clientId, clientSecret, domains }) => ({
      ...(issuer.trim() === '' && { issuer: text.required }),
      ...(clientId.trim() === '' && { clientId: text.required }),
      ...(company === null && clientSecret.trim() === '' && { clientSecret: text.required }),
      ...(domainsOf(domains).length === 0 && { domains: text.required }),
    }),
  });
  const { register, setError, setFocus, handleSubmit, formState } = form;
  const { errors } = formState;
  const focusIssuer = useCallback(() => setFocus('issuer'), [setFocus]);
  const cache = useQueryClient();
  const proof = useProof();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf> & Proof) => client.call('POST /restaurant/connect-company', { body }),
    onSuccess: ({ company: connected, redirectUrl, signInUrl }) => {
      cache.setQueryData(queries.company().queryKey, { company: connected, redirectUrl, signInUrl });
      showToast({ place: 'bar', tone: 'ok', text: text.connected });
      if (isShown()) onClose();
    },
    onError: (error) => {
      proof.showRefusal(error);
      const { clientSecret } = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
      if (clientSecret !== undefined) setError('clientSecret', { message: clientSecret }, { shouldFocus: true });
      else if (!isProofRefused(error))
        setError('issuer', { message: errorText(error, 'setup') }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((filled) => {
    if (!saving.isPending) proof.submit((given) => saving.mutate({ ...bodyOf(filled), ...given }));
  });
  const field = (name: keyof CompanyForm, hint: string, most: number = limits.companyValue) => ({
    ...muiField(register(name)),
    error: errors[name] !== undefined,
    helperText: errors[name]?.message ?? hint,
    slotProps: {
      htmlInput: { dir: 'ltr', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: most },
      formHelperText: errors[name] === undefined ? {} : { role: 'alert' },
    },
  });
  return (
    <FormDialog
      title={company === null ? text.connectTitle : text.editTitle}
      submitLabel={company === null ? text.connect : text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField {...field('issuer', text.issuerHint)} label={text.issuer} />
      <TextField {...field('clientId', ' ')} label={text.clientId} />
      <TextField
        {...field('clientSecret', company === null ? text.secretHint : text.secretKept)}
        // Hidden, because others may see the screen; no browser is to keep it as a password.
        type="password"
        label={text.clientSecret}
      />
      <TextField
        {...field('domains', text.domainsHint, limits.companyDomain * limits.companyDomains)}
        label={text.domains}
      />
      <ProofFields proof={proof} />
      <FirstFocus onDrawn={focusIssuer} />
    </FormDialog>
  );
}

/** Inside the dialog, whose fields are drawn after the page. */
function FirstFocus({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}

function bodyOf({ issuer, clientId, clientSecret, domains }: CompanyForm) {
  const secret = clientSecret.trim();
  return {
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    ...(secret !== '' && { clientSecret: secret }),
    domains: domainsOf(domains),
  };
}

function domainsOf(typed: string): string[] {
  return typed
    .split(/[\s,،;]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== '');
}
