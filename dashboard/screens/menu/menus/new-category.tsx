import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import type { MenuId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.categories;

/** Names a category, in Arabic as well where its people wish, and makes it last on the menu. The fields are ready for the next one at once. */
export function NewCategory({ menuId }: { menuId: MenuId }) {
  const [name, setName] = useState('');
  const [arabic, setArabic] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const cache = useQueryClient();
  const { queryKey } = queries.categories(menuId);
  const making = useMutation({
    mutationFn: (names: { name: string; arabic: string }) =>
      client.call('POST /menu/add-update-category', {
        body: {
          menuId,
          name: names.name,
          ...(names.arabic === '' ? {} : { nameTranslations: { ar: names.arabic } }),
        },
      }),
    onSuccess: async ({ category, msg }) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (current) => current && [...current, category]);
      showToast({ place: 'bar', tone: 'ok', text: msg });
      void cache.invalidateQueries({ queryKey });
    },
    onError: (error, names) => {
      setName((typedSince) => typedSince || names.name);
      setArabic((typedSince) => typedSince || names.arabic);
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
    },
  });
  const isEmpty = name.trim() === '';
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    if (isEmpty || making.isPending) return;
    making.mutate({ name: name.trim(), arabic: arabic.trim() });
    setName('');
    setArabic('');
    field.current?.focus();
  };
  return (
    <Box
      component="form"
      onSubmit={create}
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
        inputRef={field}
        label={text.new}
        value={name}
        helperText={null}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
        sx={{ flex: '1 1 200px', maxWidth: 420 }}
      />
      <TextField
        label={text.inArabic}
        value={arabic}
        helperText={null}
        onChange={(event) => setArabic(event.target.value)}
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
