import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useFormState } from 'react-hook-form';
import { isUnanswered } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Driver } from '#contract/delivery/drivers.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { OutletsField } from '../staff/outlets-field.tsx';
import type { DriverOpening } from './driver-link.tsx';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.delivery.drivers;

interface DriverFields {
  name: string;
  phone: string;
  /** Null: all outlets. */
  outletIds: OutletId[] | null;
}

const bodyOf = ({ name, phone, outletIds }: DriverFields) => ({ name: name.trim(), phone: phone.trim(), outletIds });

interface DriverDialogProps {
  /** Null: a new one. */
  driver: Driver | null;
  onClose: () => void;
  onAdded: (opening: DriverOpening) => void;
}

/** Name, phone and outlets of a driver. It is there as long as it is drawn. */
export function DriverDialog({ driver, onClose, onAdded }: DriverDialogProps) {
  const { register, control, handleSubmit } = useCheckedForm<DriverFields>({
    defaultValues: { name: driver?.name ?? '', phone: driver?.phone ?? '', outletIds: driver?.outletIds ?? null },
    calls: (filled) => [checkedCall('POST /delivery/add-driver', bodyOf(filled))],
    ownProblems: ({ name, phone }) =>
      emptyFields({ name: name.trim(), phone: phone.trim() }, { name: text.nameRequired, phone: text.phoneRequired }),
  });
  const { errors } = useFormState({ control });
  const cache = useQueryClient();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: async (filled: DriverFields) => {
      const body = bodyOf(filled);
      if (driver === null) {
        const opening = await client.call('POST /delivery/add-driver', { body });
        return { opening, msg: opening.msg };
      }
      const { msg } = await client.call('POST /delivery/update-driver/:id', { params: { id: driver._id }, body });
      return { opening: null, msg };
    },
    onSuccess: ({ opening, msg }) => {
      if (opening !== null && isShown()) onAdded(opening);
      else {
        // A link that nobody waits for any more is not shown over what they do now; the row makes another.
        showToast({ place: 'bar', tone: 'ok', text: msg });
        if (isShown()) onClose();
      }
      return cache.invalidateQueries({ queryKey: queries.drivers().queryKey });
    },
    onError: (error) => {
      const sentence = errorText(error, 'setup');
      // A second press would add the driver twice, so the list behind the dialog has to tell.
      const mayBeAdded = driver === null && isUnanswered(error);
      if (mayBeAdded) void cache.invalidateQueries({ queryKey: queries.drivers().queryKey });
      showToast({ place: 'bar', tone: 'error', text: mayBeAdded ? text.inDoubt({ sentence }) : sentence });
    },
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  return (
    <FormDialog
      title={driver === null ? text.addTitle : text.editTitle}
      submitLabel={driver === null ? text.add : text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        {...muiField(register('name'))}
        required
        label={text.name}
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? text.nameHint}
        slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
      />
      <TextField
        {...muiField(register('phone'))}
        required
        type="tel"
        label={text.phone}
        error={errors.phone !== undefined}
        helperText={errors.phone?.message ?? ' '}
        slotProps={{ htmlInput: { maxLength: 2 * limits.phone, autoComplete: 'off' } }}
      />
      <Controller
        control={control}
        name="outletIds"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <OutletsField value={value} onChange={onChange} error={error?.message ?? null} />
        )}
      />
    </FormDialog>
  );
}
