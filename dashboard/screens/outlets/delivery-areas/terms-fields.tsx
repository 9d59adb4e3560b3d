import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { NumberField } from '../../../components/form/number-field.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import type { AreaValues } from './area-values.ts';

const text = words.outlets.zones;

interface TermsFieldsProps {
  form: UseFormReturn<AreaValues>;
  entered: AreaValues;
  /** Distances are counted from the outlet's pin. */
  hasKitchen: boolean;
}

/** Fees by distance, the subtotal from which delivery is free, and the minutes of the area. All may be left empty. */
export function TermsFields({ form, entered, hasKitchen }: TermsFieldsProps) {
  const { currency } = useRestaurant();
  const { register, control, formState } = form;
  const { errors } = formState;
  const tiers = useFieldArray({ control, name: 'feeTiers' });
  const problem = errors.feeTiers?.message ?? errors.feeTiers?.root?.message;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, p: 2 }}>
      <Box sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns() }}>
        <NumberField
          field={register('freeFrom')}
          label={text.freeFrom}
          before={currency}
          error={errors.freeFrom?.message}
          hint={text.freeFromHint}
          isDecimal
        />
        <NumberField
          field={register('deliveryTime')}
          label={words.outlets.orderingMode.deliveryTime}
          after={words.outlets.orderingMode.minutes}
          error={errors.deliveryTime?.message}
          hint={text.minutesHint}
        />
      </Box>
      <Typography variant="h2">{text.tiers}</Typography>
      <Hint>{hasKitchen ? text.tiersHint : text.tiersNeedPin}</Hint>
      {tiers.fields.map(({ id }, index) => (
        <Box key={id} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto', gap: 1 }}>
          <NumberField
            field={register(`feeTiers.${index}.upTo`)}
            label={text.upTo}
            after={text.kilometres}
            error={undefined}
            isDecimal
          />
          <NumberField
            field={register(`feeTiers.${index}.fee`)}
            label={text.fee}
            before={currency}
            error={undefined}
            isDecimal
          />
          <IconButton
            aria-label={text.removeTier({ number: index + 1 })}
            onClick={() => tiers.remove(index)}
            sx={{ blockSize: 44, inlineSize: 44, marginBlockStart: 3 }}
          >
            <DeleteOutlined />
          </IconButton>
        </Box>
      ))}
      {problem !== undefined && (
        <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
          {problem}
        </Box>
      )}
      {entered.feeTiers.length < limits.feeTiersMax && (
        <Box>
          <Button type="button" onClick={() => tiers.append({ upTo: '', fee: '' })}>
            {text.addTier}
          </Button>
        </Box>
      )}
    </Box>
  );
}
