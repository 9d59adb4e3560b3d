import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { diningKey } from '../../api/dining-queries.ts';
import { AreaField } from './area-field.tsx';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { expandNames, problemOfNames } from './table-names.ts';
import { useArea } from './use-area.ts';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.dining;

interface AddTablesProps {
  outletId: OutletId;
  tables: readonly DiningTable[];
  areas: readonly DiningArea[];
  onClose: () => void;
}

/** Many tables at once, by their names. */
export function AddTables({ outletId, tables, areas, onClose }: AddTablesProps) {
  const { register, control, handleSubmit } = useCheckedForm<{ typed: string }>({
    defaultValues: { typed: '' },
    calls: ({ typed }) => [checkedCall('POST /dining/add-tables/:id', { names: expandNames(typed) ?? [] })],
    fieldOf: (apiField) => (apiField.split('.')[0] === 'names' ? 'typed' : null),
    ownProblems: ({ typed }) => ({ typed: sentenceAbout(typed, tables) }),
  });
  const { errors } = useFormState({ control });
  const typed = useWatch({ control, name: 'typed' });
  const [area, setArea] = useState('');
  const cache = useQueryClient();
  const areaId = useArea(outletId, areas);
  const names = expandNames(typed) ?? [];
  const isShown = useIsShown();
  const adding = useMutation({
    mutationFn: async () =>
      client.call('POST /dining/add-tables/:id', {
        params: { id: outletId },
        body: { names, areaId: await areaId(area) },
      }),
    onSuccess: ({ tables: added }) => {
      showToast({ place: 'bar', tone: 'ok', text: text.added({ tables: added.length }) });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: diningKey(outletId) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  const add = handleSubmit(() => {
    if (!adding.isPending) adding.mutate();
  });
  return (
    <FormDialog
      title={text.addTitle}
      submitLabel={text.addCount({ tables: Math.max(1, names.length) })}
      isBusy={adding.isPending}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <TextField
        {...muiField(register('typed'))}
        required
        label={text.names}
        error={errors.typed !== undefined}
        helperText={errors.typed?.message ?? text.namesHint}
        slotProps={{ htmlInput: { maxLength: 2000, autoComplete: 'off' } }}
      />
      <AreaField areas={areas} value={area} onChange={setArea} />
    </FormDialog>
  );
}

function sentenceAbout(typed: string, tables: readonly DiningTable[]): string | undefined {
  if (expandNames(typed)?.length === 0) return text.namesNeeded;
  const problem = problemOfNames(
    typed,
    tables.map(({ name }) => name),
  );
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'many':
      return text.tooMany({ most: limits.tablesAddedMax });
    case 'twice':
      return text.nameTwice({ name: problem.name });
  }
}
