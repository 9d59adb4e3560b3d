import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import type { OutletId } from '#contract/base/ids.ts';
import type { Colleague } from '#contract/staff/staff.ts';
import { client } from '../../api/api.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { OutletsField } from './outlets-field.tsx';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.staff.people;

interface Outlets {
  /** Null: all of them. */
  outletIds: OutletId[] | null;
}

/** Where a colleague works. It is there as long as it is drawn. */
export function OutletsDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const change = ({ outletIds }: Outlets) => ({ role: colleague.role, outletIds });
  const { control, handleSubmit } = useCheckedForm<Outlets>({
    defaultValues: { outletIds: colleague.outletIds },
    calls: (filled) => [checkedCall('POST /staff/update-role/:id', change(filled))],
  });
  const cache = useQueryClient();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (filled: Outlets) =>
      client.call('POST /staff/update-role/:id', { params: { id: colleague._id }, body: change(filled) }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.staff().queryKey }),
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  return (
    <FormDialog
      title={text.outletsTitle({ name: `${colleague.firstName} ${colleague.lastName}` })}
      submitLabel={text.outletsSave}
      cancelLabel={text.cancel}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <Typography>{text.outletsHint}</Typography>
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
