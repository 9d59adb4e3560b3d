import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import { client } from '../../../api/api.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { errorText } from '../../../words/error-text.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../../accounts/security/proof-fields.tsx';
import { ProofDialog } from '../../accounts/security/proof-dialog.tsx';

const text = words.restaurants.ownDomain;

interface DomainForm {
  domain: string;
}

export function UseDomain({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm<DomainForm>({
    defaultValues: { domain: '' },
    // The proof is a form of its own.
    calls: (filled) => [checkedCall('POST /restaurant/set-own-domain', { ...filled, password: '' })],
  });
  const { setError, handleSubmit } = form;
  const cache = useQueryClient();
  const proof = useProof();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (body: { domain: string } & Proof) => client.call('POST /restaurant/set-own-domain', { body }),
    onSuccess: ({ ownDomain, isOffered }) => {
      cache.setQueryData(queries.ownDomain().queryKey, { ownDomain, isOffered });
      if (isShown()) onClose();
    },
    onError: (error) => {
      const refused = error instanceof CallError ? error.answer?.fields?.['domain'] : undefined;
      proof.showRefusal(error);
      if (refused !== undefined) setError('domain', { message: sayProblem(refused) });
      else if (!isProofRefused(error)) setError('domain', { message: errorText(error, 'setup') });
    },
  });
  const submit = handleSubmit((filled) => {
    if (!saving.isPending) proof.submit((given) => saving.mutate({ ...filled, ...given }));
  });
  return (
    <FormDialog
      title={text.use}
      submitLabel={text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <DomainField form={form} />
      <ProofFields proof={proof} />
    </FormDialog>
  );
}

/** It has the focus once it is there, inside the dialog. */
function DomainField({ form: { control, setFocus } }: { form: UseFormReturn<DomainForm> }) {
  useEffect(() => setFocus('domain'), [setFocus]);
  return (
    <Controller
      control={control}
      name="domain"
      render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
        <TextField
          inputRef={ref}
          label={text.domain}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error !== undefined}
          helperText={error?.message ?? text.domainHint}
          slotProps={{
            htmlInput: {
              dir: 'ltr',
              autoComplete: 'off',
              autoCapitalize: 'none',
              inputMode: 'url',
              spellCheck: false,
            },
            formHelperText: error === undefined ? {} : { role: 'alert' },
          }}
        />
      )}
    />
  );
}

export function RemoveDomain({ name, onClose }: { name: string; onClose: () => void }) {
  const cache = useQueryClient();
  return (
    <ProofDialog
      title={text.removeTitle({ name })}
      hint={text.removeHint}
      confirmLabel={text.remove}
      isDangerous
      errors="setup"
      onProof={async (proof) => {
        const { ownDomain, isOffered } = await client.call('POST /restaurant/remove-own-domain', { body: proof });
        cache.setQueryData(queries.ownDomain().queryKey, { ownDomain, isOffered });
        void cache.invalidateQueries({ queryKey: queries.me().queryKey });
        void cache.invalidateQueries({ queryKey: catalogueKey });
        showToast({ place: 'bar', tone: 'ok', text: text.removed });
      }}
      onClose={onClose}
    />
  );
}
