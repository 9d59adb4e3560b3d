import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { DeliveryArea, DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { isAmount, readAmount, roundAmountText } from '../../../components/order/amount.ts';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import { areaChanges, areaField, areaProblems, areaValues, type AreaValues, missingOfArea } from './area-values.ts';
import { kitchenOf } from './kitchen.ts';
import { TermsFields } from './terms-fields.tsx';
import { ZoneFields } from './zone-fields.tsx';

const text = words.outlets.deliveryAreas;

interface AreaFormProps<Saved> {
  /** Null for a new one. */
  area: DeliveryArea | null;
  outlet: Outlet | null;
  /** The other areas of the outlet, to be seen on the map. */
  others: readonly DeliveryArea[];
  save: (fields: DeliveryAreaChanges) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Save waits for a name and a minimum (order-operations 5); what they do is said in a sentence. */
export function AreaForm<Saved>({ area, outlet, others, save, onSaved }: AreaFormProps<Saved>) {
  const { currency } = useRestaurant();
  const kitchen = kitchenOf(outlet);
  const values = areaValues(area, currency, kitchen);
  const changesOf = (filled: AreaValues) => areaChanges(area, filled, { currency, kitchen });
  const form: UseFormReturn<AreaValues> = useCheckedForm<AreaValues>({
    defaultValues: values,
    calls: (filled) => [checkedCall('POST /outlet/update-delivery-area/:id', changesOf(filled))],
    ownProblems: (filled) => areaProblems(filled, currency),
    fieldOf: (apiField) => areaField(form.getValues('kind'))(apiField),
  });
  useRefill(form, values);
  const { register, control, formState } = form;
  const { errors } = formState;
  const entered = { ...values, ...useWatch({ control }) } as AreaValues;
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={missingOfArea(entered)}
        save={(filled) => save(changesOf(filled))}
        onSaved={onSaved}
        errors="operation"
        fieldOf={areaField(entered.kind)}
      >
        <Box sx={{ display: 'grid', gap: 1, columnGap: 2, p: 2, pb: 0, gridTemplateColumns: twoColumns() }}>
          <TextField
            {...muiField(register('areaName'))}
            label={text.areaName}
            required
            error={errors.areaName !== undefined}
            helperText={errors.areaName?.message ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.name } }}
          />
          <ArabicField
            field={register('areaNameTranslations.ar')}
            label={text.areaNameArabic}
            error={errors.areaNameTranslations?.ar?.message}
          />
          <NumberField
            field={register('minBasketValue')}
            label={text.minBasketValue}
            before={currency}
            error={errors.minBasketValue?.message}
            isDecimal
            isRequired
          />
          <NumberField
            field={register('deliveryFee')}
            label={text.deliveryFee}
            before={currency}
            error={errors.deliveryFee?.message}
            hint={text.feeHint}
            isDecimal
          />
          <Typography component="output" sx={{ gridColumn: '1 / -1', minHeight: '3rem', overflowWrap: 'anywhere' }}>
            {effectOf(entered, currency)}
          </Typography>
        </Box>
        <ZoneFields form={form} entered={entered} kitchen={kitchen} others={others} />
        <TermsFields form={form} entered={entered} hasKitchen={kitchen !== null} />
      </EntityForm>
    </Card>
  );
}

/** The terms that customers of the area will see; empty while the amounts cannot be read. */
function effectOf({ areaName, minBasketValue, deliveryFee }: AreaValues, currency: string): string {
  const fee = deliveryFee.trim() === '' ? '0' : deliveryFee;
  if (!isAmount(minBasketValue, currency) || !isAmount(fee, currency)) return '';
  const name = areaName.trim() === '' ? text.thisArea : areaName.trim();
  const minimum = roundAmountText(readAmount(minBasketValue, currency), currency);
  const paid = readAmount(fee, currency);
  return paid === 0
    ? text.paysNothing({ area: name, minimum })
    : text.pays({ area: name, fee: roundAmountText(paid, currency), minimum });
}
