import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { type GatewayKind, gatewayKinds } from '#contract/base/enumerations.ts';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import type { ConnectedGateway } from '#contract/payments/payments.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';
import { errorText } from '../../words/error-text.ts';
import { sayProblem } from '../../words/say-answer.ts';
import { words } from '../../words/words.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../accounts/security/proof-fields.tsx';

const text = words.payments;

interface GatewayForm {
  kind: GatewayKind;
  secretKey: string;
}

/** Asks for the secret key of a gateway; of the one that is connected, for another key. */
export function ConnectGateway({
  gateway,
  hasSimulator,
  onClose,
}: {
  gateway: ConnectedGateway | null;
  hasSimulator: boolean;
  onClose: () => void;
}) {
  const { register, control, setValue, setError, setFocus, handleSubmit, formState } = useCheckedForm<GatewayForm>({
    defaultValues: { kind: gateway?.kind ?? 'stripe', secretKey: '' },
    // The proof is a form of its own.
    calls: (filled) => [checkedCall('POST /restaurant/connect-gateway', { ...filled, password: '' })],
    ownProblems: ({ secretKey }) => emptyFields({ secretKey: secretKey.trim() }, { secretKey: text.secretKeyRequired }),
  });
  const kind = useWatch({ control, name: 'kind' });
  const name = text.gateways[kind];
  const wrong = formState.errors.secretKey;
  const labelId = useId();
  useEffect(() => {
    if (gateway !== null) setFocus('secretKey');
  }, [gateway, setFocus]);
  const cache = useQueryClient();
  const proof = useProof();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (body: GatewayForm & Proof) => client.call('POST /restaurant/connect-gateway', { body }),
    onSuccess: ({ gateway: connected, hasSimulator: simulates }) => {
      cache.setQueryData(queries.gateway().queryKey, { gateway: connected, hasSimulator: simulates });
      showToast({ place: 'bar', tone: 'ok', text: text.connected({ gateway: name }) });
      if (isShown()) onClose();
      // The bands on every page follow.
      void cache.invalidateQueries({ queryKey: queries.paymentProblems().queryKey });
      return cache.invalidateQueries({ queryKey: queries.me().queryKey });
    },
    onError: (error) => {
      proof.showRefusal(error);
      const answer = error instanceof CallError ? error.answer : null;
      const refused = answer?.fields?.['secretKey'];
      if (refused !== undefined) setError('secretKey', { message: sayProblem(refused) }, { shouldFocus: true });
      else if (answer?.code === 'payment.gateway_unavailable')
        setError('secretKey', { message: text.noAnswer({ gateway: name }) });
      else if (!isProofRefused(error))
        setError('secretKey', { message: errorText(error, 'setup') }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(({ kind: chosen, secretKey }) => {
    if (!saving.isPending)
      proof.submit((given) => saving.mutate({ kind: chosen, secretKey: secretKey.trim(), ...given }));
  });
  return (
    <FormDialog
      title={gateway === null ? text.connect : text.replaceTitle({ gateway: name })}
      submitLabel={gateway === null ? text.connectKey : text.replace}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {gateway === null && (
        <FormControl fullWidth>
          <FormLabel id={labelId}>{text.gateway}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={kind}
            onChange={(_, value) => setValue('kind', value as GatewayKind, { shouldDirty: true })}
          >
            {gatewayKinds.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio />}
                label={text.gateways[one]}
                sx={{ minHeight: 'var(--control)' }}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
      <TextField
        {...muiField(register('secretKey'))}
        // Hidden, because others may see the screen; no browser is to keep it as a password.
        type="password"
        label={text.secretKey}
        error={wrong !== undefined}
        helperText={wrong?.message ?? text.secretKeyHint({ gateway: name })}
        slotProps={{
          htmlInput: {
            dir: 'ltr',
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: limits.gatewayKey,
          },
          formHelperText: wrong === undefined ? {} : { role: 'alert' },
        }}
      />
      {hasSimulator && <Hint>{text.simulator}</Hint>}
      <ProofFields proof={proof} />
    </FormDialog>
  );
}
