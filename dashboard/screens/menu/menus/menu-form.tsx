import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { readOptionalNumber } from '../../../components/form/read-number.ts';
import { formWidth } from '../../../components/form/form-width.ts';
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
  const form = useCheckedForm<Values>({
    defaultValues: valuesOf(menu),
    calls: (filled) => [
      checkedCall(menu === null ? 'POST /menu/add-menu' : 'POST /menu/update-menu/:id', fieldsOf(filled)),
    ],
  });
  const { register, control, formState } = form;
  const entered = useWatch({ control });
  const needed = { name: text.name, platform: text.platform, notes: text.notes } as const;
  const missing = (['name', 'platform', 'notes'] as const)
    .filter((field) => (entered[field] ?? '').trim() === '')
    .map((field) => needed[field]);
  const { errors } = formState;
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) => save(fieldsOf(filled))}
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
            field={register('calories')}
            label={text.caloriesField}
            error={errors.calories?.message}
            hint={text.caloriesHint}
          />
        </Box>
      </EntityForm>
    </Card>
  );
}

/** The form as the API takes it. */
function fieldsOf({ calories, ...texts }: Values): MenuFields {
  return { ...texts, calories: readOptionalNumber(calories) };
}

function valuesOf(menu: Menu | null): Values {
  if (menu === null) return { name: '', platform: text.platformDefault, notes: text.notesDefault, calories: '' };
  const { name, platform, notes, calories } = menu;
  return { name, platform, notes, calories: calories === null ? '' : String(calories) };
}
