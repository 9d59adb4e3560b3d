import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import { client } from '../../../api/api.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { errorText } from '../../../words/error-text.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../../accounts/security/proof-fields.tsx';

const text = words.restaurants.ownDomain;

export function UseDomain({ onClose }: { onClose: () => void }) {
  const { control, setError, setFocus, handleSubmit } = useCheckedForm<{ domain: string }>({
    defaultValues: { domain: '' },
    // The proof is a form of its own.
    calls: (filled) => [checkedCall('POST /restaurant/set-own-domain', { ...filled, password: '' })],
  });
  useEffect(() => setFocus('domain'), [setFocus]);
  const cache = useQueryClient();
  const proof = useProof();
  const saving = useMutation({
    mutationFn: (body: { domain: string } & Proof) => client.call('POST /restaurant/set-own-domain', { body }),
    onSuccess: ({ ownDomain, isOffered }) => {
      cache.setQueryData(queries.ownDomain().queryKey, { ownDomain, isOffered });
      onClose();
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
    <FormDialog title={text.use} submitLabel={text.save} onClose={onClose} onSubmit={() => void submit()}>
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
      <ProofFields proof={proof} />
    </FormDialog>
  );
}

export function RemoveDomain({ name, onClose }: { name: string; onClose: () => void }) {
  const cache = useQueryClient();
  const proof = useProof();
  const removing = useMutation({
    mutationFn: (body: Proof) => client.call('POST /restaurant/remove-own-domain', { body }),
    onSuccess: ({ ownDomain, isOffered }) => {
      cache.setQueryData(queries.ownDomain().queryKey, { ownDomain, isOffered });
      void cache.invalidateQueries({ queryKey: queries.me().queryKey });
      void cache.invalidateQueries({ queryKey: catalogueKey });
      showToast({ place: 'bar', tone: 'ok', text: text.removed });
      onClose();
    },
    onError: proof.showRefusal,
  });
  const failure = removing.error !== null && !isProofRefused(removing.error) ? removing.error : null;
  return (
    <FormDialog
      title={text.removeTitle({ name })}
      submitLabel={text.remove}
      isDangerous
      onClose={onClose}
      onSubmit={() => {
        if (!removing.isPending) proof.submit((given) => removing.mutate(given));
      }}
    >
      <Hint>{text.removeHint}</Hint>
      <ProofFields proof={proof} />
      {failure !== null && (
        <Typography role="alert" color="error">
          {errorText(failure, 'setup')}
        </Typography>
      )}
    </FormDialog>
  );
}
