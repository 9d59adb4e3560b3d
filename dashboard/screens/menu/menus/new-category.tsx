import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { MenuId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { fillForm } from '../../../components/form/fill-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';
import { type CategoryNames, namesRequest, useCategoryNames } from './category-names-form.ts';

const text = words.menu.categories;
const empty: CategoryNames = { name: '', arabic: '' };

const newCategoryKey = (menuId: MenuId) => ['new category', menuId];

/** Names that are being saved: they stand at the end of the list, where the categories will be. */
export function PendingCategories({ menuId }: { menuId: MenuId }) {
  const pending = useMutationState({
    filters: { mutationKey: newCategoryKey(menuId), status: 'pending' },
    select: (mutation) => (mutation.state.variables as CategoryNames).name.trim(),
  });
  return pending.map((name) => (
    <Box
      key={name}
      aria-busy="true"
      sx={{ display: 'flex', alignItems: 'center', minHeight: 'var(--row)', px: 2, color: 'text.secondary' }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
    </Box>
  ));
}

/** Names a category, in Arabic as well where its people wish, and makes it last on the menu. The fields are ready for the next one at once. */
export function NewCategory({ menuId }: { menuId: MenuId }) {
  const form = useCategoryNames(empty, { menuId });
  const { register, control, handleSubmit, setFocus, getValues } = form;
  const [name, arabic] = useWatch({ control, name: ['name', 'arabic'] });
  const { errors } = form.formState;
  const cache = useQueryClient();
  const { queryKey } = queries.categories(menuId);
  const making = useMutation({
    mutationKey: newCategoryKey(menuId),
    mutationFn: (names: CategoryNames) =>
      client.call('POST /menu/add-update-category', { body: { menuId, ...namesRequest(names) } }),
    onSuccess: async ({ category, msg }) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (current) => current && [...current, category]);
      showToast({ place: 'bar', tone: 'ok', text: msg });
      void cache.invalidateQueries({ queryKey });
    },
    onError: (error, names) => {
      const typedSince = getValues();
      fillForm(form, { name: typedSince.name || names.name, arabic: typedSince.arabic || names.arabic });
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
    },
  });
  const isEmpty = name.trim() === '';
  const create = handleSubmit((names) => {
    if (isEmpty || making.isPending) return;
    making.mutate(names);
    fillForm(form, empty);
    setFocus('name');
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void create(event)}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-end',
        gap: 1,
        p: 2,
        borderBlockEnd: 1,
        borderColor: 'divider',
      }}
    >
      <TextField
        {...muiField(register('name'))}
        label={text.new}
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? null}
        slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
        sx={{ flex: '1 1 200px', maxWidth: 420 }}
      />
      <TextField
        {...muiField(register('arabic'))}
        label={text.inArabic}
        error={errors.arabic !== undefined}
        helperText={errors.arabic?.message ?? null}
        slotProps={{
          htmlInput: {
            maxLength: limits.name,
            autoComplete: 'off',
            ...(arabic === '' ? {} : { dir: 'rtl', lang: 'ar' }),
          },
        }}
        sx={{ flex: '1 1 160px', maxWidth: 320 }}
      />
      <Button type="submit" variant="contained" disabled={isEmpty} aria-busy={making.isPending || undefined}>
        {text.create}
      </Button>
    </Box>
  );
}
