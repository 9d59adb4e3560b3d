import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import type { ListedOffer, OfferInput } from '#contract/ordering/offers/offers.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { DateField } from '../../../components/form/date-field.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { ModeTicks, OutletTicks } from '../../../components/form/scope-ticks.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { HoursEditor } from '../../outlets/hours-editor.tsx';
import {
  hasTarget,
  isOfDishes,
  kindsOf,
  offerField,
  offerFields,
  offerValues,
  type OfferValues,
} from './offer-form.ts';
import { CardFields } from './card-fields.tsx';
import { OfferDishes } from './offer-dishes.tsx';

const text = words.ordering.offers;
const wide = { gridColumn: '1 / -1' } as const;

interface OfferFormProps {
  /** Null for a new one. */
  offer: ListedOffer | null;
  save: (fields: OfferInput) => Promise<{ msg: string }>;
  onSaved: (saved: { msg: string }) => void;
}

/** The parts of the form: the amount that an offer takes off and of which dishes, and when, where and for whom it is. */
export function OfferForm({ offer, save, onSaved }: OfferFormProps) {
  const { currency } = useRestaurant();
  const cache = useQueryClient();
  const { data: outlets = [] } = useQuery(queries.outlets());
  const values = offerValues(offer, currency);
  const form = useCheckedForm<OfferValues>({
    defaultValues: values,
    calls: (filled) => [checkedCall('POST /offer/add-offer', offerFields(filled, currency))],
    fieldOf: offerField,
  });
  const { register, control, setError, setValue, formState } = form;
  const { errors } = formState;
  const entered = { ...values, ...useWatch({ control }) } as OfferValues;
  const { kind, isCard } = entered;

  async function saveOrExplain(filled: OfferValues): Promise<{ msg: string }> {
    try {
      return await save(offerFields(filled, currency));
    } catch (error) {
      const code = error instanceof CallError ? error.answer?.code : undefined;
      if (code === 'offer.code_taken')
        setError('code', { message: errorText(error, 'operation') }, { shouldFocus: true });
      // The page says so, and shows the other version when asked to.
      if (code === 'offer.changed') void cache.invalidateQueries({ queryKey: queries.offers().queryKey });
      throw error;
    }
  }

  const number = (field: 'buy' | 'get' | 'usesMax' | 'usesOfGuestMax', hint?: string) => (
    <NumberField
      field={register(field)}
      label={text[field]}
      error={errors[field]?.message}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  const amount = (field: 'amount' | 'minimum', hint: string) => (
    <NumberField
      field={register(field)}
      label={text[field]}
      error={errors[field]?.message}
      hint={hint}
      before={currency}
      isDecimal
    />
  );
  const time = (field: 'from' | 'until') => (
    <DateField
      {...muiField(register(field))}
      type="datetime-local"
      shown={entered[field]}
      none={text.noLimitOfTime}
      label={text[field]}
      error={errors[field] !== undefined}
      helperText={errors[field]?.message ?? text.timeHint}
    />
  );
  const switched = (field: 'isForFirstOrder' | 'isPaused' | 'hasHours', label: string) => (
    <Controller
      control={control}
      name={field}
      render={({ field: { value, onChange, onBlur } }) => (
        <SwitchField
          label={label}
          isOn={value}
          onChange={onChange}
          onBlur={onBlur}
          sx={{ justifyContent: 'space-between' }}
        />
      )}
    />
  );

  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={entered.name.trim() === '' ? [text.columns.name] : []}
        save={saveOrExplain}
        onSaved={onSaved}
        errors="operation"
        fieldOf={offerField}
      >
        <Box sx={{ display: 'grid', gap: 1, columnGap: 2, p: 2, pb: 0, gridTemplateColumns: twoColumns() }}>
          <TextField
            {...muiField(register('name'))}
            label={text.columns.name}
            required
            error={errors.name !== undefined}
            helperText={errors.name?.message ?? text.nameHint}
            slotProps={{ htmlInput: { maxLength: limits.name } }}
          />
          <ArabicField field={register('nameArabic')} label={text.nameArabic} error={errors.nameArabic?.message} />
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Hint>{text.togetherHint}</Hint>
          </Box>
          <CardFields
            form={form}
            currency={currency}
            onCard={() => kind !== 'amount' && setValue('kind', 'free_item')}
          />
          {!isCard && (
            <TextField
              {...muiField(register('code'))}
              label={text.columns.code}
              error={errors.code !== undefined}
              helperText={errors.code?.message ?? text.codeHint}
              slotProps={{ htmlInput: { maxLength: limits.offerCode, autoComplete: 'off', spellCheck: false } }}
            />
          )}
          <TextField
            {...muiField(register('kind'))}
            select
            label={text.kind}
            helperText={kind === 'free_item' || kind === 'buy_get' ? text.freeHint : ' '}
            slotProps={{ select: { native: true } }}
          >
            {kindsOf(entered).map((one) => (
              <option key={one} value={one}>
                {text.kinds[one]}
              </option>
            ))}
          </TextField>
          {kind === 'percent' && (
            <NumberField
              field={register('percent')}
              label={text.percent}
              error={errors.percent?.message}
              after="%"
              isDecimal
            />
          )}
          {kind === 'amount' && amount('amount', isOfDishes(entered) ? text.amountHint : ' ')}
          {kind === 'buy_get' && number('buy')}
          {kind === 'buy_get' && number('get')}
          {hasTarget(entered) && (
            <TextField
              {...muiField(register('target'))}
              select
              label={text.target}
              helperText=" "
              slotProps={{ select: { native: true } }}
            >
              <option value="all">{text.targets.all}</option>
              <option value="some">{text.targets.some}</option>
            </TextField>
          )}
          {isOfDishes(entered) && <OfferDishes control={control} problem={errors.categories?.message} />}
          <Typography component="h2" variant="h2" sx={wide}>
            {text.conditions}
          </Typography>
          {amount('minimum', text.noLimit)}
          {number('usesMax', text.noLimit)}
          {number('usesOfGuestMax', text.noLimit)}
          <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
            {!isCard && switched('isForFirstOrder', text.firstOrder)}
            {switched('isPaused', text.paused)}
          </Box>
          {time('from')}
          {time('until')}
          <Controller
            control={control}
            name="modes"
            render={({ field: { value, onChange } }) => (
              <ModeTicks legend={text.modes} hint={text.modesHint} chosen={value} onChange={onChange} />
            )}
          />
          <Controller
            control={control}
            name="outlets"
            render={({ field: { value, onChange } }) => (
              <OutletTicks
                legend={text.outlets}
                hint={text.outletsHint}
                outlets={outlets}
                chosen={value}
                onChange={onChange}
              />
            )}
          />
          <Box sx={{ ...wide, display: 'grid', pb: 2 }}>
            {switched('hasHours', text.hasHours)}
            {entered.hasHours && (
              <Controller
                control={control}
                name="hours"
                render={({ field: { value, onChange } }) => (
                  <HoursEditor label={text.hours} hours={value} onChange={onChange} />
                )}
              />
            )}
          </Box>
        </Box>
      </EntityForm>
    </Card>
  );
}
