import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { type Control, Controller, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { OutletEscalation } from '#contract/kitchen/escalation.ts';
import { limits } from '#contract/base/limits.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import {
  escalationChanges,
  escalationField,
  escalationForm,
  type EscalationForm,
  rejectsTooEarly,
} from './escalation-form.ts';

const text = words.kitchen.escalation;

interface EscalationFieldsProps<Saved> {
  escalation: OutletEscalation;
  save: (form: EscalationForm) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** The ladder from its first step to its last, each with its minutes. */
export function EscalationFields<Saved extends { escalation: OutletEscalation }>({
  escalation,
  save,
  onSaved,
}: EscalationFieldsProps<Saved>) {
  const values = escalationForm(escalation);
  const form = useCheckedForm<EscalationForm>({
    defaultValues: values,
    mode: 'onTouched',
    calls: (filled) => [checkedCall('POST /outlet/update-escalation/:id', escalationChanges(filled))],
    fieldOf: escalationField,
  });
  const { refill } = useRefill(form, values);
  const { control, register } = form;
  const { errors } = useFormState({ control });
  const entered = { ...values, ...useWatch({ control }) };
  const callHint =
    escalation.callsBy === 'call'
      ? text.callHint({ phone: escalation.phone })
      : text.smsHint({ phone: escalation.phone });
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={[]}
        save={save}
        onSaved={(saved) => {
          refill(escalationForm(saved.escalation));
          onSaved(saved);
        }}
        errors="outlets"
        fieldOf={escalationField}
      >
        <Box sx={{ px: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Step label={text.push} hint={text.pushHint} />
          <Step label={text.devices} hint={text.devicesHint}>
            <Minutes form={form} name="devicesMinutes" label={text.devicesMinutes} />
          </Step>
          <Step
            label={text.mail}
            hint={entered.mails ? text.mailHint({ email: escalation.email }) : text.mailOffHint}
            toggle={<Toggle control={control} name="mails" label={text.mail} />}
          >
            {entered.mails && (
              <>
                <Minutes form={form} name="mailMinutes" label={text.mailMinutes} />
                <TextField
                  {...muiField(register('mailTo'))}
                  type="email"
                  label={text.mailTo}
                  placeholder={escalation.email}
                  error={errors.mailTo !== undefined}
                  helperText={errors.mailTo?.message ?? ' '}
                  slotProps={{
                    htmlInput: { maxLength: limits.email, autoComplete: 'off' },
                    inputLabel: { shrink: true },
                  }}
                  sx={{ flex: '1 1 240px' }}
                />
              </>
            )}
          </Step>
          <Step
            label={text.call}
            hint={entered.calls ? callHint : text.callOffHint}
            toggle={<Toggle control={control} name="calls" label={text.call} />}
          >
            {entered.calls && <Minutes form={form} name="callMinutes" label={text.callMinutes} />}
          </Step>
          <Step
            label={text.reject}
            hint={entered.rejects ? text.rejectHint : text.rejectOffHint}
            warning={rejectsTooEarly(entered) ? text.rejectFirst : undefined}
            toggle={<Toggle control={control} name="rejects" label={text.reject} />}
          >
            {entered.rejects && <Minutes form={form} name="rejectMinutes" label={text.rejectMinutes} />}
          </Step>
          <Step
            label={text.unattended}
            hint={entered.refusesUnattended ? text.unattendedHint : text.unattendedOffHint}
            toggle={<Toggle control={control} name="refusesUnattended" label={text.unattended} />}
          />
          <Step label={text.answer} hint={text.answerHint}>
            <Minutes form={form} name="answerMinutes" label={text.answerMinutes} />
          </Step>
        </Box>
      </EntityForm>
    </Card>
  );
}

interface StepProps {
  label: string;
  hint: string;
  warning?: string | undefined;
  toggle?: ReactNode;
  children?: ReactNode;
}

/** One step: whether it is taken, what it does, and when. */
function Step({ label, hint, warning, toggle, children }: StepProps) {
  const hintId = useId();
  return (
    <Box
      component="fieldset"
      aria-describedby={hintId}
      sx={{
        border: 0,
        m: 0,
        px: 0,
        py: 1.5,
        minInlineSize: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.5,
        '& + &': separated,
      }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, float: 'inline-start', inlineSize: '100%' }}>
        {label}
      </Typography>
      {toggle}
      <Hint id={hintId}>{hint}</Hint>
      {warning !== undefined && <Typography sx={{ color: 'warning.main' }}>{warning}</Typography>}
      {children !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, pt: 1, '&:empty': { display: 'none' } }}>
          {children}
        </Box>
      )}
    </Box>
  );
}

const separated = { borderBlockStart: 1, borderColor: 'divider' };

interface FieldProps<Name extends keyof EscalationForm> {
  name: Name;
  label: string;
}

function Minutes({
  form: { control, register },
  name,
  label,
}: FieldProps<'devicesMinutes' | 'mailMinutes' | 'callMinutes' | 'rejectMinutes' | 'answerMinutes'> & {
  form: UseFormReturn<EscalationForm>;
}) {
  const { errors } = useFormState({ control });
  return (
    <Box sx={{ inlineSize: 200 }}>
      <NumberField field={register(name)} label={label} after={text.minutes} error={errors[name]?.message} isRequired />
    </Box>
  );
}

function Toggle({
  control,
  name,
  label,
}: FieldProps<'mails' | 'calls' | 'rejects' | 'refusesUnattended'> & { control: Control<EscalationForm> }) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur } }) => (
        <SwitchField
          label={value ? text.on : text.off}
          name={label}
          isOn={value}
          onChange={onChange}
          onBlur={onBlur}
          sx={{ justifySelf: 'start' }}
        />
      )}
    />
  );
}
