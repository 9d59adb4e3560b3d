import Box from '@mui/material/Box';
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
import { readCount } from '../../../components/form/read-number.ts';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import {
  boundsOf,
  hasBounds,
  hasNumbers,
  type ListForm,
  requirementOf,
  withHalves,
  withRequirement,
  withSelection,
} from './list-form.ts';

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
        gridTemplateColumns: twoColumns(),
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
      <RequirementField form={form} />
      <SelectionField form={form} />
      <MinField form={form} />
      <MaxField form={form} />
      <NumberField field={register('free')} label={text.free} error={errors.free?.message} hint={text.freeHint} />
      <PerModifierField form={form} />
      <GuestSentence form={form} />
    </Box>
  );
}

function RequirementField({ form }: Form) {
  const value = useWatch({ control: form.control, compute: requirementOf });
  return (
    <Choice
      label={text.requirement}
      value={value}
      options={[
        { value: 'optional', label: text.optional },
        { value: 'required', label: text.required },
      ]}
      hint={value === null ? text.requirementHint : text.requirementHints[value]}
      onChange={(next) => setBounds(form, withRequirement(form.getValues(), next))}
    />
  );
}

function SelectionField({ form }: Form) {
  const [isMultiple, isHalved] = useWatch({ control: form.control, name: ['allowMultipleSelection', 'isHalved'] });
  const value = isHalved ? 'halves' : isMultiple ? 'multiple' : 'single';
  return (
    <Choice
      label={text.type}
      value={value}
      options={(['single', 'multiple', 'halves'] as const).map((one) => ({ value: one, label: text[one] }))}
      hint={text.typeHint[value]}
      onChange={(next) => {
        const before = form.getValues();
        setBounds(form, next === 'halves' ? withHalves(before) : withSelection(before, next === 'multiple'));
      }}
    />
  );
}

function setBounds(form: UseFormReturn<ListForm>, next: ListForm): void {
  const names = [
    'allowMultipleSelection',
    'isOptional',
    'min',
    'max',
    'hasNoLimit',
    'perModifier',
    'isHalved',
  ] as const;
  for (const name of names) {
    form.setValue(name, next[name], { shouldDirty: true });
  }
  form.clearErrors(['min', 'max']);
}

interface ChoiceProps<Value extends string | boolean> {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  hint: string;
  onChange: (value: Value) => void;
}

/** One of two, with what it means for guests. */
function Choice<Value extends string | boolean>({ label, value, options, hint, onChange }: ChoiceProps<Value>) {
  const hintId = useId();
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
        value={value}
        onChange={(_, next: Value | null) => next !== null && onChange(next)}
        aria-label={label}
        aria-describedby={hintId}
      >
        {options.map((option) => (
          <ToggleButton
            key={String(option.value)}
            value={option.value}
            sx={{ minHeight: 'var(--control)', px: { xs: 1.5, sm: 3 } }}
          >
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Hint id={hintId}>{hint}</Hint>
    </Box>
  );
}

/** Two numbers that do not fit each other are told while they are typed. */
function compareAtOnce(form: UseFormReturn<ListForm>) {
  return { onChange: () => void (hasNumbers(form.getValues()) && form.trigger(['min', 'max'])) };
}

function MinField({ form }: Form) {
  const { register, control } = form;
  const { errors } = useFormState({ control, name: 'min' });
  const [isOptional, isHalved] = useWatch({ control, name: ['isOptional', 'isHalved'] });
  return (
    <NumberField
      field={register('min', compareAtOnce(form))}
      label={text.min}
      error={errors.min?.message}
      isRequired
      isDisabled={isOptional || isHalved}
    />
  );
}

function MaxField({ form }: Form) {
  const { register, control } = form;
  const { errors } = useFormState({ control, name: 'max' });
  const [isMultiple, hasNoLimit, isHalved] = useWatch({
    control,
    name: ['allowMultipleSelection', 'hasNoLimit', 'isHalved'],
  });
  return (
    <div>
      <NumberField
        field={register('max', compareAtOnce(form))}
        label={text.max}
        error={errors.max?.message}
        isRequired
        isDisabled={hasNoLimit || isHalved}
      />
      {(isMultiple || hasNoLimit) && !isHalved && (
        <BoundSwitch
          label={text.noLimit}
          isOn={hasNoLimit}
          onChange={(next) => {
            const least = Math.max(1, readCount(form.getValues('min')) || 1);
            form.setValue('hasNoLimit', next, { shouldDirty: true });
            form.setValue('max', next ? '0' : String(least), { shouldDirty: true, shouldValidate: true });
          }}
        />
      )}
    </div>
  );
}

/** A single choice and a half are made once. */
function PerModifierField({ form }: Form) {
  const { register, control } = form;
  const { errors } = useFormState({ control, name: 'perModifier' });
  const [isMultiple, isHalved] = useWatch({ control, name: ['allowMultipleSelection', 'isHalved'] });
  return (
    <NumberField
      field={register('perModifier')}
      label={text.perModifier}
      error={errors.perModifier?.message}
      hint={text.perModifierHint}
      isDisabled={!isMultiple || isHalved}
    />
  );
}

interface BoundSwitchProps {
  label: string;
  isOn: boolean;
  onChange: (next: boolean) => void;
}

/** Says that the 0 beside it is meant (decision 30). */
function BoundSwitch({ label, isOn, onChange }: BoundSwitchProps) {
  return <SwitchField label={label} isOn={isOn} onChange={onChange} sx={{ justifySelf: 'start' }} />;
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
