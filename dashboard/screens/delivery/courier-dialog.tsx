import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, type FieldPath, useFormState } from 'react-hook-form';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { courierLimits } from '#contract/delivery/courier-limits.ts';
import type { CourierCompany } from '#contract/delivery/couriers.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { OutletsField } from '../staff/outlets-field.tsx';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.delivery.couriers;

interface CourierFields {
  name: string;
  apiUrl: string;
  merchantId: string;
  clientId: string;
  clientSecret: string;
  takesMoney: boolean;
  /** Null: all outlets. */
  outletIds: OutletId[] | null;
}

const trimmed = ({ name, apiUrl, merchantId, clientId, clientSecret, ...more }: CourierFields) => ({
  ...more,
  name: name.trim(),
  apiUrl: apiUrl.trim(),
  merchantId: merchantId.trim(),
  clientId: clientId.trim(),
  clientSecret: clientSecret.trim(),
});
const required = {
  name: text.nameRequired,
  apiUrl: text.apiUrlRequired,
  merchantId: text.merchantIdRequired,
  clientId: text.clientIdRequired,
  clientSecret: text.clientSecretRequired,
};

/** Connects a courier company, or changes the terms of one: its keys stay as they are. It is there as long as it is drawn. */
export function CourierDialog({ company, onClose }: { company: CourierCompany | null; onClose: () => void }) {
  const { register, control, handleSubmit } = useCheckedForm<CourierFields>({
    defaultValues: {
      name: company?.name ?? '',
      apiUrl: company?.apiUrl ?? '',
      merchantId: company?.merchantId ?? '',
      clientId: company?.clientId ?? '',
      clientSecret: company === null ? '' : 'sealed',
      takesMoney: company?.takesMoney ?? false,
      outletIds: company?.outletIds ?? null,
    },
    calls: (filled) => [checkedCall('POST /delivery/connect-courier', trimmed(filled))],
    ownProblems: (filled) => {
      const { name, apiUrl, merchantId, clientId, clientSecret } = trimmed(filled);
      return emptyFields({ name, apiUrl, merchantId, clientId, clientSecret }, required);
    },
  });
  const { errors } = useFormState({ control });
  const cache = useQueryClient();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (filled: CourierFields) => {
      const body = trimmed(filled);
      const { name, outletIds, takesMoney } = body;
      return company === null
        ? client.call('POST /delivery/connect-courier', { body })
        : client.call('POST /delivery/update-courier/:id', {
            params: { id: company._id },
            body: { name, outletIds, takesMoney },
          });
    },
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: queries.couriers().queryKey });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  const field = (name: FieldPath<CourierFields> & keyof typeof required, label: string, hint = ' ') => (
    <TextField
      {...muiField(register(name))}
      required
      label={label}
      error={errors[name] !== undefined}
      helperText={errors[name]?.message ?? hint}
      type={name === 'clientSecret' ? 'password' : 'text'}
      slotProps={{
        htmlInput: {
          ...(name !== 'name' && { dir: 'ltr', autoCapitalize: 'none', spellCheck: false }),
          autoComplete: 'off',
          maxLength:
            name === 'apiUrl'
              ? courierLimits.urlMax
              : name === 'name' || name === 'merchantId'
                ? limits.name
                : limits.gatewayKey,
        },
      }}
    />
  );
  return (
    <FormDialog
      title={company === null ? text.connectTitle : text.editTitle({ name: company.name })}
      submitLabel={company === null ? text.connectNow : text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {field('name', text.name, text.nameHint)}
      {company === null && field('apiUrl', text.apiUrl, text.apiUrlHint)}
      {company === null && field('merchantId', text.merchantId)}
      {company === null && field('clientId', text.clientId)}
      {company === null && field('clientSecret', text.clientSecret, text.clientSecretHint)}
      <Controller
        control={control}
        name="takesMoney"
        render={({ field: { value, onChange } }) => (
          <SwitchField
            label={text.takesMoney}
            isOn={value}
            onChange={onChange}
            sx={{ justifyContent: 'space-between', inlineSize: '100%' }}
          />
        )}
      />
      <Controller
        control={control}
        name="outletIds"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <OutletsField value={value} onChange={onChange} error={error?.message ?? null} />
        )}
      />
      {company !== null && (
        <TextField
          label={text.notify}
          value={company.notifyUrl}
          helperText={<Hint>{text.notifyHint}</Hint>}
          multiline
          slotProps={{
            input: { readOnly: true },
            htmlInput: { dir: 'ltr' },
            formHelperText: { component: 'div' },
          }}
        />
      )}
    </FormDialog>
  );
}
