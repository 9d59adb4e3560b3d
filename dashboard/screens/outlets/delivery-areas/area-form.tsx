import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { DeliveryArea, DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import {
  amountExample,
  amountInField,
  roundAmountText,
  isAmount,
  readAmount,
} from '../../../components/order/amount.ts';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';

const text = words.outlets.deliveryAreas;

interface Values {
  areaName: string;
  /** Arabic is entered; what there is in other languages stays. */
  areaNameTranslations: { ar: string; [language: string]: string };
  /** In major units, as typed. */
  minBasketValue: string;
  /** The same; empty is 0. */
  deliveryFee: string;
}

interface AreaFormProps<Saved> {
  /** Null for a new one. */
  area: DeliveryArea | null;
  save: (fields: Required<DeliveryAreaChanges>) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Save waits for a name and a minimum (order-operations 5); what they do is said in a sentence. */
export function AreaForm<Saved>({ area, save, onSaved }: AreaFormProps<Saved>) {
  const { currency } = useRestaurant();
  const values = valuesOf(area, currency);
  const form = useCheckedForm<Values>({
    defaultValues: values,
    calls: (filled) => [checkedCall('POST /outlet/update-delivery-area/:id', fieldsOf(filled, currency))],
    ownProblems: ({ minBasketValue, deliveryFee }) => ({
      minBasketValue: amountProblem(minBasketValue, currency),
      deliveryFee: amountProblem(deliveryFee, currency),
    }),
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const entered = { ...values, ...useWatch({ control }) };
  const missing = [
    ...(entered.areaName.trim() === '' ? [text.areaName] : []),
    ...(entered.minBasketValue.trim() === '' ? [text.minBasketValue] : []),
  ];
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) => save(fieldsOf(filled, currency))}
        onSaved={onSaved}
        errors="operation"
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
      </EntityForm>
    </Card>
  );
}

/** The form as the API takes it. */
function fieldsOf(filled: Values, currency: string): Required<DeliveryAreaChanges> {
  return {
    areaName: filled.areaName,
    areaNameTranslations: filled.areaNameTranslations,
    minBasketValue: readAmount(filled.minBasketValue, currency),
    deliveryFee: filled.deliveryFee.trim() === '' ? 0 : readAmount(filled.deliveryFee, currency),
  };
}

/** The rule that no schema knows: the decimals of the currency. */
function amountProblem(typed: string, currency: string): string | undefined {
  if (typed.trim() === '' || isAmount(typed, currency)) return undefined;
  return text.amountWrong({ example: amountExample(currency) });
}

function valuesOf(area: DeliveryArea | null, currency: string): Values {
  if (area === null) return { areaName: '', areaNameTranslations: { ar: '' }, minBasketValue: '', deliveryFee: '' };
  return {
    areaName: area.areaName,
    areaNameTranslations: { ar: '', ...area.areaNameTranslations },
    minBasketValue: amountInField(area.minBasketValue, currency),
    deliveryFee: amountInField(area.deliveryFee, currency),
  };
}

/** The terms that customers of the area will see; empty while the amounts cannot be read. */
function effectOf(
  { areaName, minBasketValue, deliveryFee }: Omit<Values, 'areaNameTranslations'>,
  currency: string,
): string {
  const fee = deliveryFee.trim() === '' ? '0' : deliveryFee;
  if (!isAmount(minBasketValue, currency) || !isAmount(fee, currency)) return '';
  const name = areaName.trim() === '' ? text.thisArea : areaName.trim();
  const minimum = roundAmountText(readAmount(minBasketValue, currency), currency);
  const paid = readAmount(fee, currency);
  return paid === 0
    ? text.paysNothing({ area: name, minimum })
    : text.pays({ area: name, fee: roundAmountText(paid, currency), minimum });
}
