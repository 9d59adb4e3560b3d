import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { queries } from '../../../api/queries.ts';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { menuChanges, menuField, menuFields, menuValues, type MenuValues } from './menu-values.ts';
import { SaleFields } from './sale-fields.tsx';

const text = words.menu.menus;

interface MenuFormProps<Saved> {
  /** Null for a new one. */
  menu: Menu | null;
  save: (values: MenuValues) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Name, platform and notes are needed for Save (order-operations 5), calories are not. */
export function MenuForm<Saved>({ menu, save, onSaved }: MenuFormProps<Saved>) {
  const { data: outlets } = useQuery(queries.outlets());
  const values = menuValues(menu);
  const form = useCheckedForm<MenuValues>({
    defaultValues: values,
    calls: (filled) => [
      menu === null
        ? checkedCall('POST /menu/add-menu', menuFields(filled, null))
        : checkedCall('POST /menu/update-menu/:id', menuChanges(menu, filled)),
    ],
    fieldOf: menuField,
  });
  useRefill(form, values);
  const { register, control, formState } = form;
  const entered = useWatch({ control });
  const needed = { name: text.name, platform: text.platform, notes: text.notes } as const;
  const missing = (['name', 'platform', 'notes'] as const)
    .filter((field) => (entered[field] ?? '').trim() === '')
    .map((field) => needed[field]);
  const { errors } = formState;
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm form={form} missing={missing} save={save} onSaved={onSaved} errors="setup" fieldOf={menuField}>
        <Box sx={{ display: 'grid', gap: 1, p: 2, pb: 0 }}>
          <TextField
            {...muiField(register('name'))}
            label={text.name}
            required
            error={errors.name !== undefined}
            helperText={errors.name?.message ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.name } }}
          />
          <ArabicField field={register('nameArabic')} label={text.nameArabic} error={errors.nameArabic?.message} />
          <TextField
            {...muiField(register('platform'))}
            label={text.platform}
            required
            error={errors.platform !== undefined}
            helperText={errors.platform?.message ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.name } }}
          />
          <TextField
            {...muiField(register('notes'))}
            label={text.notes}
            required
            multiline
            minRows={3}
            error={errors.notes !== undefined}
            helperText={errors.notes?.message ?? text.notesHint}
            slotProps={{ htmlInput: { maxLength: limits.description } }}
          />
          <NumberField
            field={register('calories')}
            label={text.caloriesField}
            error={errors.calories?.message}
            hint={text.caloriesHint}
          />
          <SaleFields control={control} outlets={outlets ?? []} />
        </Box>
      </EntityForm>
    </Card>
  );
}
