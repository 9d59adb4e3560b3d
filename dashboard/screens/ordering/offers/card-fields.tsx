import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Controller, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { NumberField } from '../../../components/form/number-field.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { words } from '../../../words/words.ts';
import type { OfferValues } from './offer-form.ts';

const text = words.ordering.offers;

interface CardFieldsProps {
  form: Pick<UseFormReturn<OfferValues>, 'register' | 'control'>;
  currency: string;
  /** The offer has become the reward of a card. */
  onCard: () => void;
}

/** Whether an offer is the reward of a full stamp card, and what fills one (decision 83). */
export function CardFields({ form: { register, control }, currency, onCard }: CardFieldsProps) {
  const { errors } = useFormState({ control });
  const isCard = useWatch({ control, name: 'isCard' });
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', justifyItems: 'start', pb: 1 }}>
        <Controller
          control={control}
          name="isCard"
          render={({ field: { value, onChange, onBlur } }) => (
            <SwitchField
              label={text.isCard}
              isOn={value}
              onChange={(isOn) => {
                onChange(isOn);
                if (isOn) onCard();
              }}
              onBlur={onBlur}
            />
          )}
        />
        {isCard && (
          <Typography variant="body2" color="textSecondary">
            {text.isCardHint}
          </Typography>
        )}
      </Box>
      {isCard && (
        <>
          <NumberField
            field={register('stampsNeeded')}
            label={text.stampsNeeded}
            error={errors.stampsNeeded?.message}
          />
          <NumberField
            field={register('stampMinimum')}
            label={text.stampMinimum}
            error={errors.stampMinimum?.message}
            hint={text.stampMinimumHint}
            before={currency}
            isDecimal
          />
          <NumberField
            field={register('stampMonths')}
            label={text.stampMonths}
            error={errors.stampMonths?.message}
            hint={text.stampMonthsHint}
          />
        </>
      )}
    </>
  );
}
