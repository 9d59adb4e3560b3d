import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type FieldError, type Path, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { guestSentence } from '../../../components/menu/choice-text.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { words } from '../../../words/words.ts';
import { boundsOf, hasBounds, type ListForm, withSelection } from './list-form.ts';

const text = words.menu.modifierLists;
type Form = { form: UseFormReturn<ListForm> };

/** Name of a modifier list, and the bounds on how many modifiers a guest chooses. */
export function ListFields({ form }: Form) {
  const { register, control } = form;
  const { errors } = useFormState({ control });
  const nameField = (field: Path<ListForm>, wrong: FieldError | undefined, hint: string) => ({
    ...muiField(register(field)),
    error: wrong !== undefined,
    helperText: wrong?.message ?? hint,
  });
  const length = { maxLength: limits.name, autoComplete: 'off' };
  return (
    <Box
      sx={{
        p: 2,
        pb: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: { sm: '1fr 1fr' },
        alignItems: 'start',
      }}
    >
      <TextField
        {...nameField('name', errors.name, text.nameHint)}
        label={text.name}
        required
        slotProps={{ htmlInput: length }}
        sx={{ gridColumn: '1 / -1' }}
      />
      <TextField
        {...nameField('displayName', errors.displayName, text.displayNameHint)}
        label={text.displayName}
        required
        slotProps={{ htmlInput: length }}
      />
      <TextField
        {...nameField('displayNameTranslations.ar', errors.displayNameTranslations?.ar, ' ')}
        label={text.displayNameArabic}
        slotProps={{ htmlInput: { ...length, dir: 'rtl', lang: 'ar' } }}
      />
      <SelectionField form={form} />
      <MinField form={form} />
      <MaxField form={form} />
      <GuestSentence form={form} />
    </Box>
  );
}

function SelectionField({ form }: Form) {
  const isMultiple = useWatch({ control: form.control, name: 'allowMultipleSelection' });
  const hintId = useId();
  const choose = (next: boolean) => {
    const { allowMultipleSelection, min, max, hasNoLimit } = withSelection(form.getValues(), next);
    const how = { shouldDirty: true };
    form.setValue('allowMultipleSelection', allowMultipleSelection, how);
    form.setValue('min', min, how);
    form.setValue('max', max, how);
    form.setValue('hasNoLimit', hasNoLimit, how);
    form.clearErrors(['min', 'max']);
  };
  return (
    <Box
      sx={{
        gridColumn: '1 / -1',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        mb: 1,
      }}
    >
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={isMultiple}
        onChange={(_, next: boolean | null) => next !== null && choose(next)}
        aria-label={text.type}
        aria-describedby={hintId}
      >
        <ToggleButton value={false} sx={{ minHeight: 'var(--control)', px: 3 }}>
          {text.single}
        </ToggleButton>
        <ToggleButton value sx={{ minHeight: 'var(--control)', px: 3 }}>
          {text.multiple}
        </ToggleButton>
      </ToggleButtonGroup>
      <Hint id={hintId}>{isMultiple ? text.typeHint.multiple : text.typeHint.single}</Hint>
    </Box>
  );
}

function MinField({ form }: Form) {
  const { register, control } = form;
  const { errors } = useFormState({ control, name: 'min' });
  const isOptional = useWatch({ control, name: 'isOptional' });
  return (
    <div>
      <NumberField
        field={register('min', { deps: 'max' })}
        label={text.min}
        error={errors.min?.message}
        isRequired
        isDisabled={isOptional}
      />
      <BoundSwitch
        label={text.optional}
        isOn={isOptional}
        onChange={(next) => {
          form.setValue('isOptional', next, { shouldDirty: true });
          form.setValue('min', next ? '0' : '1', { shouldDirty: true, shouldValidate: true });
        }}
      />
    </div>
  );
}

function MaxField({ form }: Form) {
  const { register, control } = form;
  const { errors } = useFormState({ control, name: 'max' });
  const [isMultiple, hasNoLimit] = useWatch({ control, name: ['allowMultipleSelection', 'hasNoLimit'] });
  return (
    <div>
      <NumberField
        field={register('max')}
        label={text.max}
        error={errors.max?.message}
        isRequired
        isDisabled={hasNoLimit}
      />
      {(isMultiple || hasNoLimit) && (
        <BoundSwitch
          label={text.noLimit}
          isOn={hasNoLimit}
          onChange={(next) => {
            const least = Math.max(1, Number(form.getValues('min')) || 1);
            form.setValue('hasNoLimit', next, { shouldDirty: true });
            form.setValue('max', next ? '0' : String(least), { shouldDirty: true, shouldValidate: true });
          }}
        />
      )}
    </div>
  );
}

interface BoundSwitchProps {
  label: string;
  isOn: boolean;
  onChange: (next: boolean) => void;
}

/** Says that the 0 beside it is meant (decision 30). */
function BoundSwitch({ label, isOn, onChange }: BoundSwitchProps) {
  return (
    <FormControlLabel
      control={
        <Switch checked={isOn} onChange={(_, next) => onChange(next)} slotProps={{ input: { role: 'switch' } }} />
      }
      label={label}
      sx={{ m: 0, marginInlineStart: -1.5 }}
    />
  );
}

/** Preview of the guest's sentence, as soon as there are bounds. */
function GuestSentence({ form }: Form) {
  const sentence = useWatch({
    control: form.control,
    compute: (entered: ListForm) => (hasBounds(entered) ? guestSentence(boundsOf(entered)) : ''),
  });
  return (
    <Box component="output" sx={{ gridColumn: '1 / -1', minHeight: 32 }}>
      <Typography sx={{ fontWeight: 600 }}>{sentence}</Typography>
    </Box>
  );
}
