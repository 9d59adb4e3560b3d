import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { Category } from '#contract/menus.ts';
import { words } from '../../messages/words.ts';

const { categories: text } = words;

interface RenameCategoryProps {
  category: Category;
  onRename: (name: string) => void;
  onClose: () => void;
}

/** The name of a category as a field in its place. Escape leaves it as it was. */
export function RenameCategory({ category, onRename, onClose }: RenameCategoryProps) {
  const [name, setName] = useState(category.name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const given = name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (given === '') return;
    if (given !== category.name) onRename(given);
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
          htmlInput: { maxLength: limits.name, 'aria-label': text.nameOf(category.name), autoComplete: 'off' },
        }}
        sx={{ flex: '1 1 160px', maxWidth: 420 }}
      />
      <Button type="submit" variant="contained" disabled={given === ''}>
        {text.saveName}
      </Button>
      <Button type="button" onClick={onClose}>
        {text.cancel}
      </Button>
    </Box>
  );
}
