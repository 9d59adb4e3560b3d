import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { DiningArea } from '#contract/dining/dining.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { useDeleteWithUndo } from '../../components/list/delete-with-undo.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { Section } from '../../components/shell/section.tsx';
import { rowDeletion } from '../../components/list/row-deletion.ts';
import { SortableList } from '../../components/list/sortable-list.tsx';
import { visuallyHidden } from '../../components/feedback/visually-hidden.ts';
import { words } from '../../words/words.ts';
import { diningKey } from '../../api/dining-queries.ts';
import { queries } from '../../api/queries.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { useArrange } from './use-arrange.ts';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.dining;

/** The areas of an outlet in their order: renamed, moved, deleted and brought back. */
export function Areas({ outletId, areas }: { outletId: OutletId; areas: readonly DiningArea[] }) {
  const [renaming, setRenaming] = useState<DiningArea | null>(null);
  const arrange = useArrange(outletId);
  const onDelete = useDeleteWithUndo<DiningArea>({
    listKey: queries.diningAreas(outletId).queryKey,
    rowId: (area) => area._id,
    remove: ({ _id: id }) => client.call('DELETE /dining/delete-area/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /dining/restore-area/:id', { params: { id } }),
    alsoChanges: [diningKey(outletId)],
    errors: 'setup',
  });
  const beside = (area: DiningArea) => (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 0.5 }}>
      <Button onClick={() => setRenaming(area)} sx={{ px: 1 }}>
        {text.rename}
        <Of name={area.name} />
      </Button>
      <Button {...rowDeletion(() => void onDelete(area))} color="error" sx={{ px: 1 }}>
        {text.delete}
        <Of name={area.name} />
      </Button>
    </Box>
  );
  if (areas.length === 0) return null;
  return (
    <Section heading={text.areas}>
      <Hint>{text.areasHint}</Hint>
      <SortableList
        label={text.areas}
        rows={areas}
        rowId={(area) => area._id}
        rowName={(area) => area.name}
        onReorder={(rows) => arrange({ areas: rows })}
        beside={beside}
      >
        {(area) => <Typography sx={{ overflowWrap: 'anywhere' }}>{area.name}</Typography>}
      </SortableList>
      {renaming !== null && <RenameArea area={renaming} onClose={() => setRenaming(null)} />}
    </Section>
  );
}

function Of({ name }: { name: string }) {
  return (
    <Box component="span" sx={visuallyHidden}>
      {name}
    </Box>
  );
}

function RenameArea({ area, onClose }: { area: DiningArea; onClose: () => void }) {
  const { register, control, handleSubmit } = useCheckedForm<{ name: string }>({
    defaultValues: { name: area.name },
    calls: (filled) => [checkedCall('POST /dining/update-area/:id', filled)],
  });
  const { errors } = useFormState({ control });
  const cache = useQueryClient();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      client.call('POST /dining/update-area/:id', { params: { id: area._id }, body: { name: name.trim() } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: diningKey(area.outletId) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  return (
    <FormDialog
      title={text.areaName({ name: area.name })}
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
        slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
      />
    </FormDialog>
  );
}
