import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { diningKey } from '../../api/dining-queries.ts';
import { AreaField } from './area-field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { useArea } from './use-area.ts';
import { sayProblem } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.dining;

interface EditTableProps {
  table: DiningTable;
  areas: readonly DiningArea[];
  onClose: () => void;
}

/** Changes the name and the area of a table. Its code stays. */
export function EditTable({ table, areas, onClose }: EditTableProps) {
  const [name, setName] = useState(table.name);
  const [area, setArea] = useState(areas.find(({ _id }) => _id === table.areaId)?.name ?? '');
  const [wrong, setWrong] = useState<string | null>(null);
  const cache = useQueryClient();
  const areaId = useArea(table.outletId, areas);
  const saving = useMutation({
    mutationFn: async () =>
      client.call('POST /dining/update-table/:id', {
        params: { id: table._id },
        body: { name: name.trim(), areaId: await areaId(area) },
      }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      onClose();
      return cache.invalidateQueries({ queryKey: diningKey(table.outletId) });
    },
    onError: (error) => {
      const field = error instanceof CallError ? error.answer?.fields?.['name'] : undefined;
      setWrong(field === undefined ? null : sayProblem(field));
      if (field === undefined) showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
    },
  });
  return (
    <FormDialog
      title={text.editTitle({ name: table.name })}
      submitLabel={text.save}
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() === '') setWrong(text.nameNeeded);
        else if (!saving.isPending) saving.mutate();
      }}
    >
      <TextField
        required
        label={text.nameLabel}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setWrong(null);
        }}
        error={wrong !== null}
        helperText={wrong ?? ' '}
        slotProps={{ htmlInput: { maxLength: limits.tableName, autoComplete: 'off' } }}
      />
      <AreaField areas={areas} value={area} onChange={setArea} />
    </FormDialog>
  );
}
