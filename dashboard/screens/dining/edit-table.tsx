import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { diningKey } from '../../api/dining-queries.ts';
import { AreaField } from './area-field.tsx';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { useArea } from './use-area.ts';
import { sayProblem } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.dining;

interface EditTableProps {
  table: DiningTable;
  areas: readonly DiningArea[];
  onClose: () => void;
}

/** Changes the name and the area of a table. Its code stays. */
export function EditTable({ table, areas, onClose }: EditTableProps) {
  const { register, control, handleSubmit, setError } = useCheckedForm<{ name: string }>({
    defaultValues: { name: table.name },
    calls: ({ name }) => [checkedCall('POST /dining/update-table/:id', { name })],
  });
  const { errors } = useFormState({ control });
  const [area, setArea] = useState(areas.find(({ _id }) => _id === table.areaId)?.name ?? '');
  const cache = useQueryClient();
  const areaId = useArea(table.outletId, areas);
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: async ({ name }: { name: string }) =>
      client.call('POST /dining/update-table/:id', {
        params: { id: table._id },
        body: { name: name.trim(), areaId: await areaId(area) },
      }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: diningKey(table.outletId) });
    },
    onError: (error) => {
      const field = error instanceof CallError ? error.answer?.fields?.['name'] : undefined;
      if (field === undefined) showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
      else setError('name', { message: sayProblem(field) }, { shouldFocus: true });
    },
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  return (
    <FormDialog
      title={text.editTitle({ name: table.name })}
      submitLabel={text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        {...muiField(register('name'))}
        required
        label={text.nameLabel}
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? ' '}
        slotProps={{ htmlInput: { maxLength: limits.tableName, autoComplete: 'off' } }}
      />
      <AreaField areas={areas} value={area} onChange={setArea} />
    </FormDialog>
  );
}
