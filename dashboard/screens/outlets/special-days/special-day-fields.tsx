import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { periodProblems } from '#contract/outlets/hours-problems.ts';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { PeriodsEditor } from '../periods-editor.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { weekdayText } from '../../../words/dates.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import { missingOfSpecialDay, specialDayField, type SpecialDayForm, specialDayRequest } from './special-day-form.ts';

const text = words.outlets.specialDays;

interface SpecialDayFieldsProps<Saved> {
  values: SpecialDayForm;
  /** In the outlet's zone, 'YYYY-MM-DD'. */
  today: string;
  save: (form: SpecialDayForm) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

export function SpecialDayFields<Saved>({ values, today, save, onSaved }: SpecialDayFieldsProps<Saved>) {
  const form = useCheckedForm<SpecialDayForm>({
    defaultValues: values,
    calls: (filled) => [checkedCall('POST /outlet/update-special-day/:id', specialDayRequest(filled))],
    fieldOf: specialDayField,
  });
  useRefill(form, values);
  const { register, control, formState } = form;
  const { errors } = formState;
  const kindId = useId();
  const entered = { ...values, ...useWatch({ control }) } as SpecialDayForm;
  return (
    <EntityForm
      form={form}
      missing={missingOfSpecialDay(entered)}
      save={save}
      onSaved={onSaved}
      errors="outlets"
      fieldOf={specialDayField}
    >
      <Box sx={{ display: 'grid', gap: 1, columnGap: 2, px: 2, gridTemplateColumns: twoColumns() }}>
        <TextField
          {...muiField(register('reason'))}
          label={text.reason}
          required
          error={errors.reason !== undefined}
          helperText={errors.reason?.message ?? text.reasonHint}
          slotProps={{ htmlInput: { maxLength: limits.name } }}
        />
        <ArabicField
          field={register('reasonTranslations.ar')}
          label={text.reasonArabic}
          error={errors.reasonTranslations?.ar?.message}
        />
        <DateField
          {...muiField(register('startsOn'))}
          type="date"
          shown={entered.startsOn}
          label={text.startsOn}
          required
          error={errors.startsOn !== undefined}
          helperText={errors.startsOn?.message ?? dayInWords(entered.startsOn, ' ')}
          slotProps={{ htmlInput: { min: today } }}
        />
        <DateField
          {...muiField(register('endsOn'))}
          type="date"
          shown={entered.endsOn}
          none={text.sameDay}
          label={text.endsOn}
          error={errors.endsOn !== undefined}
          helperText={errors.endsOn?.message ?? dayInWords(entered.endsOn, text.endsOnHint)}
          slotProps={{ htmlInput: { min: entered.startsOn === '' ? today : entered.startsOn } }}
        />
        <Box>
          <Typography id={kindId} variant="subtitle2" component="p">
            {text.kind}
          </Typography>
          <Controller
            control={control}
            name="isClosed"
            render={({ field: { value, onChange, onBlur } }) => (
              <RadioGroup
                row
                aria-labelledby={kindId}
                value={value ? 'closed' : 'open'}
                onChange={(_, kind) => onChange(kind === 'closed')}
                onBlur={onBlur}
              >
                <FormControlLabel value="closed" control={<Radio />} label={text.closed} />
                <FormControlLabel value="open" control={<Radio />} label={text.otherHours} />
              </RadioGroup>
            )}
          />
        </Box>
        <TextField
          {...muiField(register('mode'))}
          select
          label={text.mode}
          helperText=" "
          slotProps={{ select: { native: true } }}
        >
          <option value="">{text.allModes}</option>
          <option value="delivery">{words.ordering.mode.delivery}</option>
          <option value="pickup">{words.ordering.mode.pickup}</option>
          <option value="dine-in">{words.ordering.mode['dine-in']}</option>
        </TextField>
        {!entered.isClosed && (
          <Box sx={{ gridColumn: '1 / -1', pb: 1 }}>
            <Typography variant="subtitle2" component="p" sx={{ pb: 0.5 }}>
              {text.hoursOf}
            </Typography>
            <Controller
              control={control}
              name="periods"
              render={({ field: { value, onChange } }) => (
                <PeriodsEditor
                  name={text.hoursOf}
                  periods={value}
                  problems={periodProblems(value)}
                  onChange={onChange}
                />
              )}
            />
          </Box>
        )}
      </Box>
    </EntityForm>
  );
}

/** The browser's own field has the order of days and months that its device is set to. */
function dayInWords(day: string, otherwise: string): string {
  return day === '' ? otherwise : weekdayText(day);
}
