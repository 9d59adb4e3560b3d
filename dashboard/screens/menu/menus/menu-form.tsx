import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useForm, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { wholeUpTo } from '../../../components/form/whole-number.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.menus;

interface Values {
  name: string;
  platform: string;
  notes: string;
  /** Calories as typed; empty for none. */
  calories: string;
}

/** Fields that the form sends. */
interface MenuFields {
  name: string;
  platform: string;
  notes: string;
  calories: number | null;
}

interface MenuFormProps<Saved> {
  /** Null for a new one. */
  menu: Menu | null;
  save: (fields: MenuFields) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Name, platform and notes are needed for Save (order-operations 5), calories are not. */
export function MenuForm<Saved>({ menu, save, onSaved }: MenuFormProps<Saved>) {
  const form = useForm<Values>({ defaultValues: valuesOf(menu) });
  const { register, control, formState } = form;
  const entered = useWatch({ control });
  const needed = { name: text.name, platform: text.platform, notes: text.notes } as const;
  const missing = (['name', 'platform', 'notes'] as const)
    .filter((field) => (entered[field] ?? '').trim() === '')
    .map((field) => needed[field]);
  const { errors } = formState;
  return (
    <Card sx={{ overflow: 'visible', maxWidth: 720 }}>
      <EntityForm
        form={form}
        missing={missing}
        save={({ calories, ...texts }) =>
          save({ ...texts, calories: calories.trim() === '' ? null : Number(calories) })
        }
        onSaved={onSaved}
        errors="setup"
      >
        <Box sx={{ display: 'grid', gap: 1, p: 2, pb: 0 }}>
          <TextField
            {...muiField(register('name'))}
            label={text.name}
            required
            error={errors.name !== undefined}
            helperText={errors.name?.message ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.name } }}
          />
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
            field={register('calories', { validate: wholeUpTo(limits.caloriesMax) })}
            label={text.caloriesField}
            error={errors.calories?.message}
            hint={text.caloriesHint}
          />
        </Box>
      </EntityForm>
    </Card>
  );
}

function valuesOf(menu: Menu | null): Values {
  if (menu === null) return { name: '', platform: text.platformDefault, notes: '', calories: '' };
  const { name, platform, notes, calories } = menu;
  return { name, platform, notes, calories: calories === null ? '' : String(calories) };
}
