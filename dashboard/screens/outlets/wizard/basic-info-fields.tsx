import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { ImageField } from '../../../components/form/image-field.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { PhoneField } from '../phone-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { TimeZoneField } from '../time-zone-field.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import {
  basicInfoField,
  type BasicInfoForm,
  basicInfoProblems,
  basicInfoRequest,
  missingOfBasicInfo,
} from './basic-info-form.ts';

const text = words.outlets.basicInfo;

interface BasicInfoFieldsProps<Saved> {
  values: BasicInfoForm;
  /** The outlet is made by this form. */
  isNew: boolean;
  /** Share of the image that has been sent; null while nothing is sent. */
  progress: number | null;
  save: (form: BasicInfoForm) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

export function BasicInfoFields<Saved>({ values, isNew, progress, save, onSaved }: BasicInfoFieldsProps<Saved>) {
  const form = useCheckedForm<BasicInfoForm>({
    defaultValues: values,
    calls: (filled) => [
      checkedCall(isNew ? 'POST /outlet/add-outlet' : 'PUT /outlet/update-outlet/:id', basicInfoRequest(filled)),
    ],
    fieldOf: basicInfoField,
    ownProblems: basicInfoProblems,
  });
  useRefill(form, values);
  const { register, control, formState } = form;
  const { errors } = formState;
  const entered = { ...values, ...useWatch({ control }) } as BasicInfoForm;
  return (
    <Card sx={{ overflow: 'visible' }}>
      <EntityForm
        form={form}
        missing={missingOfBasicInfo(entered)}
        save={save}
        onSaved={onSaved}
        errors="outlets"
        fieldOf={basicInfoField}
      >
        <Box sx={{ display: 'grid', gap: 1, p: 2, pb: 0 }}>
          <Controller
            control={control}
            name="image"
            render={({ field, fieldState }) => (
              <ImageField
                label={text.image}
                value={field.value}
                onChange={field.onChange}
                progress={progress}
                error={fieldState.error?.message}
                isRequired
                hasWidePreview
              />
            )}
          />
          <Box sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns('16rem') }}>
            <TextField
              {...muiField(register('name'))}
              label={text.name}
              required
              autoComplete="organization"
              error={errors.name !== undefined}
              helperText={errors.name?.message ?? ' '}
              slotProps={{ htmlInput: { maxLength: limits.name } }}
            />
            <ArabicField
              field={register('nameTranslations.ar')}
              label={text.nameArabic}
              error={errors.nameTranslations?.ar?.message}
            />
            <Controller
              control={control}
              name="timeZone"
              render={({ field: { ref, ...field }, fieldState }) => (
                <TimeZoneField {...field} inputRef={ref} error={fieldState.error?.message} />
              )}
            />
            <TextField
              {...muiField(register('email'))}
              type="email"
              label={text.email}
              required
              autoComplete="email"
              error={errors.email !== undefined}
              helperText={errors.email?.message ?? ' '}
              slotProps={{ htmlInput: { maxLength: limits.email } }}
            />
            <Controller
              control={control}
              name="phone"
              render={({ field: { ref, ...field }, fieldState }) => (
                <PhoneField
                  {...field}
                  onBlur={() => {
                    field.onBlur();
                    // A number is complete when it is left; an empty one is asked for beside Save.
                    if (field.value.number.trim() !== '') void form.trigger('phone');
                  }}
                  inputRef={ref}
                  error={fieldState.error?.message}
                />
              )}
            />
          </Box>
          <Group label={text.schedule} hint={text.scheduleHint} error={errors.sameDate?.message} isRequired>
            <Tick control={control} name="sameDate" label={text.sameDate} />
            <Tick control={control} name="nextDate" label={text.nextDate} />
          </Group>
          <Group label={text.tax} hint={entered.taxInclusive ? text.taxInclusiveHint : text.taxAddedHint}>
            <Box sx={{ inlineSize: 240 }}>
              <NumberField
                field={register('taxRate')}
                label={text.taxRate}
                after="%"
                error={errors.taxRate?.message}
                hint={text.taxRange}
                isDecimal
                isRequired
              />
            </Box>
            <Tick control={control} name="taxInclusive" label={text.taxInclusive} />
          </Group>
          <Group label={text.alertCalls} hint={text.alertCallsHint}>
            <Controller
              control={control}
              name="alertCalls"
              render={({ field: { value, onChange, onBlur } }) => (
                <SwitchField
                  label={value ? text.alertCallsOn : text.alertCallsOff}
                  name={text.alertCalls}
                  isOn={value}
                  onChange={onChange}
                  onBlur={onBlur}
                />
              )}
            />
          </Group>
        </Box>
      </EntityForm>
    </Card>
  );
}

interface GroupProps {
  label: string;
  hint: string;
  error?: string | undefined;
  isRequired?: boolean;
  children: ReactNode;
}

/** Controls that belong together, with their name and what they do. */
function Group({ label, hint, error, isRequired = false, children }: GroupProps) {
  const hintId = useId();
  return (
    <Box
      component="fieldset"
      aria-describedby={hintId}
      sx={{ border: 0, m: 0, p: 0, pb: 2, minInlineSize: 0, display: 'grid', gap: 0.5 }}
    >
      <Typography variant="subtitle2" component="legend" sx={{ p: 0 }}>
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>{children}</Box>
      {error === undefined ? <Hint id={hintId}>{hint}</Hint> : <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

interface TickProps {
  control: Control<BasicInfoForm>;
  name: 'sameDate' | 'nextDate' | 'taxInclusive';
  label: string;
}

function Tick({ control, name, label }: TickProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <FormControlLabel
          control={
            <Checkbox
              checked={value}
              onChange={(_, isTicked) => onChange(isTicked)}
              onBlur={onBlur}
              slotProps={{ input: { ref } }}
              sx={{ p: 1.25 }}
            />
          }
          label={label}
          sx={{ marginInlineStart: -1.25 }}
        />
      )}
    />
  );
}
