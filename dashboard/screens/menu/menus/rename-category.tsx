import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { Category } from '#contract/menu/menus.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.categories;

interface RenameCategoryProps {
  category: Category;
  onRename: (names: Pick<Category, 'name' | 'nameTranslations'>) => void;
  onClose: () => void;
}

/** The name of a category, and that in Arabic, as fields in its place. Escape leaves it as it was. */
export function RenameCategory({ category, onRename, onClose }: RenameCategoryProps) {
  const [name, setName] = useState(category.name);
  const [arabic, setArabic] = useState(category.nameTranslations['ar'] ?? '');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const trimmedName = name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (trimmedName === '') return;
    const nameTranslations = { ...category.nameTranslations, ar: arabic.trim() };
    const isSame = trimmedName === category.name && nameTranslations.ar === (category.nameTranslations['ar'] ?? '');
    if (!isSame) onRename({ name: trimmedName, nameTranslations });
    onClose();
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, py: 0.5 }}
    >
      <TextField
        inputRef={field}
        value={name}
        helperText={null}
        onChange={(event) => setName(event.target.value)}
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
        value={arabic}
        helperText={null}
        placeholder={text.inArabic}
        onChange={(event) => setArabic(event.target.value)}
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
      <Button type="submit" variant="contained" disabled={trimmedName === ''}>
        {text.saveName}
      </Button>
      <Button type="button" onClick={onClose}>
        {text.cancel}
      </Button>
    </Box>
  );
}
