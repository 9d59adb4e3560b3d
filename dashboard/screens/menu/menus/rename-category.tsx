import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Category } from '#contract/menu/menus.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { words } from '../../../words/words.ts';
import { namesRequest, useCategoryNames } from './category-names-form.ts';

const text = words.menu.categories;

interface RenameCategoryProps {
  category: Category;
  onRename: (names: Pick<Category, 'name' | 'nameTranslations'>) => void;
  onClose: () => void;
}

/** The name of a category, and that in Arabic, as fields in its place. Escape leaves it as it was. */
export function RenameCategory({ category, onRename, onClose }: RenameCategoryProps) {
  const before = { name: category.name, arabic: category.nameTranslations['ar'] ?? '' };
  const form = useCategoryNames(before, { categoryId: category._id });
  const { register, control, handleSubmit, setFocus } = form;
  const { errors } = form.formState;
  const [name, arabic] = useWatch({ control, name: ['name', 'arabic'] });
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const submit = handleSubmit((names) => {
    const request = namesRequest(names, category.nameTranslations);
    const isSame = request.name === before.name && request.nameTranslations.ar === before.arabic;
    if (!isSame) onRename(request);
    onClose();
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // A message with Undo stays, also where a button has the focus.
        event.stopPropagation();
        onClose();
      }}
      sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, py: 0.5 }}
    >
      <TextField
        {...muiField(register('name'))}
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? null}
        slotProps={{
          htmlInput: {
            maxLength: limits.name,
            'aria-label': text.nameOf({ category: category.name }),
            autoComplete: 'off',
          },
        }}
        sx={{ flex: '1 1 160px', maxWidth: 420 }}
      />
      <TextField
        {...muiField(register('arabic'))}
        error={errors.arabic !== undefined}
        helperText={errors.arabic?.message ?? null}
        placeholder={text.inArabic}
        slotProps={{
          htmlInput: {
            maxLength: limits.name,
            'aria-label': text.arabicOf({ category: category.name }),
            autoComplete: 'off',
            // The placeholder is not Arabic yet.
            ...(arabic === '' ? {} : { dir: 'rtl', lang: 'ar' }),
          },
        }}
        sx={{ flex: '1 1 160px', maxWidth: 420 }}
      />
      <Button type="submit" variant="contained" disabled={name.trim() === ''}>
        {text.saveName}
      </Button>
      <Button type="button" onClick={onClose}>
        {text.cancel}
      </Button>
    </Box>
  );
}
