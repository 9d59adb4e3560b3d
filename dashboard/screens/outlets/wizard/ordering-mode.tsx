import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { hasOpeningHours } from '#contract/outlets/opening-hours.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { HoursEditor } from '../hours-editor.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import {
  copyOf,
  missingOfOrderingMode,
  orderingModeField,
  type OrderingModeForm,
  orderingModeOf,
  orderingModeProblems,
  orderingModeRequest,
} from './ordering-mode-form.ts';
import { usualWeek } from '../empty-week.ts';
import { isWeekUnset, missingOfMode, modeOf, type OrderedMode } from '../outlet-progress.ts';
import { useOnward } from './use-wizard.ts';
import { OutletStepPage } from './wizard-page.tsx';

const text = words.outlets.orderingMode;

/** /dashboard/outlets/create/ordering-services/delivery and its edit variant */
export function Delivery() {
  return <OutletStepPage step="delivery">{(outlet) => <ModeForm outlet={outlet} mode="delivery" />}</OutletStepPage>;
}

/** /dashboard/outlets/create/ordering-services/pickup and its edit variant */
export function Pickup() {
  return <OutletStepPage step="pickup">{(outlet) => <ModeForm outlet={outlet} mode="pickup" />}</OutletStepPage>;
}

/** How an outlet takes orders in a mode: whether, how soon, paid how, and when. */
export function ModeForm({ outlet, mode }: { outlet: Outlet; mode: OrderedMode }) {
  const onward = useOnward(mode === 'dine-in' ? 'contactless-dining' : mode);
  const values = orderingModeOf(outlet, mode);
  const form = useCheckedForm<OrderingModeForm>({
    defaultValues: values,
    calls: (filled) => [checkedCall('POST /outlet/update-ordering-modes/:id', orderingModeRequest(filled, mode))],
    fieldOf: orderingModeField,
    ownProblems: (filled) => orderingModeProblems(filled, mode),
  });
  const { refill } = useRefill(form, values);
  const { register, control, formState, getValues, setValue } = form;
  const { errors } = formState;
  const entered = { ...values, ...useWatch({ control }) } as OrderingModeForm;
  const fillHours = () => {
    if (!isWeekUnset(getValues('openingHours'))) return;
    const other = likeModes[mode].find((one) => hasOpeningHours(modeOf(outlet, one).openingHours));
    const hours = other === undefined ? usualWeek : modeOf(outlet, other).openingHours;
    setValue('openingHours', copyOf(hours), { shouldDirty: true });
  };
  return (
    <Card sx={{ overflow: 'visible' }}>
      <EntityForm
        form={form}
        missing={missingOfOrderingMode(entered, mode)}
        save={(filled) =>
          client.call('POST /outlet/update-ordering-modes/:id', {
            params: { id: outlet._id },
            body: orderingModeRequest(filled, mode),
          })
        }
        onSaved={({ outlet: saved, msg }) => {
          refill(orderingModeOf(saved, mode));
          if (msg !== undefined) showToast({ place: 'bar', tone: 'ok', text: msg });
          onward(saved, missingOfMode(modeOf(saved, mode)));
        }}
        errors="outlets"
        fieldOf={orderingModeField}
      >
        <Box sx={{ display: 'grid', gap: 2, p: 2, pb: 0 }}>
          <AcceptSwitch control={control} mode={mode} onTurnOn={fillHours} />
          <Box sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns() }}>
            <NumberField
              field={register('preparationTime')}
              label={text.preparationTime}
              after={text.minutes}
              error={errors.preparationTime?.message}
              isRequired
            />
            {mode === 'delivery' && (
              <NumberField
                field={register('deliveryTime')}
                label={text.deliveryTime}
                after={text.minutes}
                error={errors.deliveryTime?.message}
                hint={text.deliveryTimeHint}
                isRequired
              />
            )}
            <NumberField
              field={register('makeMinutesPerQuarter')}
              label={text.makeMinutesPerQuarter}
              after={text.minutes}
              error={errors.makeMinutesPerQuarter?.message}
              hint={text.makeMinutesPerQuarterHint}
            />
          </Box>
          <Payments control={control} mode={mode} isNeeded={entered.acceptsOrders && !entered.cash && !entered.card} />
          <Controller
            control={control}
            name="openingHours"
            render={({ field: { value, onChange }, fieldState }) => (
              <Box sx={{ display: 'grid', gap: 1 }}>
                <LikeOtherMode outlet={outlet} mode={mode} hours={value} onChange={onChange} />
                <HoursEditor label={text.hours} hours={value} onChange={onChange} />
                {fieldState.error !== undefined && <Alert severity="error">{fieldState.error.message}</Alert>}
              </Box>
            )}
          />
        </Box>
      </EntityForm>
    </Card>
  );
}

interface AcceptSwitchProps {
  control: Control<OrderingModeForm>;
  mode: OrderedMode;
  onTurnOn: () => void;
}

function AcceptSwitch({ control, mode, onTurnOn }: AcceptSwitchProps) {
  return (
    <Controller
      control={control}
      name="acceptsOrders"
      render={({ field: { value, onChange, onBlur } }) => (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            columnGap: 1,
          }}
        >
          <Typography sx={{ flex: 1, minWidth: 'min-content', fontWeight: 600 }}>{text.accepts[mode]}</Typography>
          <SwitchField
            label={value ? text.on : text.off}
            name={text.accepts[mode]}
            isOn={value}
            onChange={(isOn) => {
              onChange(isOn);
              if (isOn) onTurnOn();
            }}
            onBlur={onBlur}
            sx={{ color: value ? 'success.main' : 'warning.main' }}
          />
        </Box>
      )}
    />
  );
}

interface PaymentsProps {
  control: Control<OrderingModeForm>;
  mode: OrderedMode;
  /** The mode is on, and guests cannot pay. */
  isNeeded: boolean;
}

function Payments({ control, mode, isNeeded }: PaymentsProps) {
  const hintId = useId();
  return (
    <Box component="fieldset" aria-describedby={hintId} sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
      <Typography variant="subtitle2" component="legend" sx={{ p: 0 }}>
        {text.payment}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {(['cash', 'card'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, onChange, onBlur } }) => (
              <FormControlLabel
                control={
                  <Checkbox checked={value} onChange={(_, isOn) => onChange(isOn)} onBlur={onBlur} sx={{ p: 1.25 }} />
                }
                label={text.payments[name][mode]}
                sx={{ marginInlineStart: -1.25 }}
              />
            )}
          />
        ))}
      </Box>
      <Box component="output" id={hintId}>
        {isNeeded && <Hint>{text.paymentHint}</Hint>}
      </Box>
    </Box>
  );
}

interface LikeOtherModeProps {
  outlet: Outlet;
  mode: OrderedMode;
  hours: readonly OrderingModeForm['openingHours'][number][];
  onChange: (hours: OrderingModeForm['openingHours']) => void;
}

/** Modes whose opening hours a mode may copy. */
const likeModes: Record<OrderedMode, readonly ('pickup' | 'delivery')[]> = {
  delivery: ['pickup'],
  pickup: ['delivery'],
  'dine-in': ['pickup', 'delivery'],
};

/** Most outlets open at the same times for both: the week is entered once. */
function LikeOtherMode({ outlet, mode, hours, onChange }: LikeOtherModeProps) {
  const other = likeModes[mode].find((one) => hasOpeningHours(modeOf(outlet, one).openingHours));
  if (hasOpeningHours(hours) || other === undefined) return null;
  const { openingHours } = modeOf(outlet, other);
  return (
    <Box>
      <Button type="button" variant="outlined" onClick={() => onChange(copyOf(openingHours))}>
        {other === 'pickup' ? text.likePickup : text.likeDelivery}
      </Button>
    </Box>
  );
}
