import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { useController, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { type ItemType, itemTypes } from '#contract/base/enumerations.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, currencyDigits } from '#contract/base/money.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { ImageField } from '../../../components/form/image-field.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { newSku } from '../modifier-lists/new-sku.ts';
import { type ItemForm, needsImage } from './item-form.ts';
import { ArabicFields, KitchenFields, ModePriceFields, NutritionFields } from './more-item-fields.tsx';

const text = words.menu.items;

interface ItemFieldsProps {
  form: UseFormReturn<ItemForm>;
  /** Null for one that is not saved yet. */
  itemId: ItemId | null;
  /** Values that the form began with, null for a new item. */
  saved: ItemForm | null;
  /** The share of the image that has been sent; null while nothing is sent. */
  progress: number | null;
  /** Below the type of an item: the category that a new one goes into. */
  category?: ReactNode;
}

/**
 * Fields of an item or a modifier. A modifier has no picture and no description: guests see its name, its price and its
 * allergens.
 */
export function ItemFields({ form, itemId, saved, progress, category }: ItemFieldsProps) {
  const { register, control } = form;
  const type = useWatch({ control, name: 'type' });
  const { errors } = useFormState({ control });
  const isItem = type === 'item';
  const sku = useSuggestedSku(form, itemId);
  return (
    <Box sx={{ p: 2, pb: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <TypeField form={form} isLocked={itemId !== null} />
      {isItem && category}
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: isItem ? 'minmax(0, 1fr) 360px' : 'minmax(0, 720px)' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: twoColumns('8rem') }}>
          <TextField
            {...muiField(register('name', { onChange: sku.onName }))}
            label={text.name}
            required
            error={errors.name !== undefined}
            helperText={errors.name?.message ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
            sx={{ gridColumn: '1 / -1' }}
          />
          <PriceField form={form} />
          <NumberField
            field={register('quantity')}
            label={text.quantity}
            error={errors.quantity?.message}
            hint={text.quantityHint}
          />
          <SkuField form={form} itemId={itemId} onType={sku.onType} />
          <NumberField
            field={register('lowStock')}
            label={text.lowStock}
            error={errors.lowStock?.message}
            hint={text.lowStockHint({ usual: limits.lowStock })}
          />
          {isItem && (
            <TextField
              {...muiField(register('description'))}
              label={text.description}
              multiline
              minRows={2}
              maxRows={10}
              error={errors.description !== undefined}
              helperText={errors.description?.message ?? ' '}
              slotProps={{ htmlInput: { maxLength: limits.description } }}
              sx={{ gridColumn: '1 / -1' }}
            />
          )}
        </Box>
        {isItem && <PictureField form={form} isRequired={needsImage(type, saved)} progress={progress} />}
      </Box>
      <div>
        <ModePriceFields form={form} />
        <ArabicFields form={form} />
        <NutritionFields form={form} />
        <KitchenFields form={form} />
      </div>
    </Box>
  );
}

function TypeField({ form: { control }, isLocked }: { form: UseFormReturn<ItemForm>; isLocked: boolean }) {
  const { field } = useController({ control, name: 'type' });
  const hintId = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={field.value}
        onChange={(_, next: ItemType | null) => next !== null && field.onChange(next)}
        disabled={isLocked}
        aria-label={text.type}
        aria-describedby={hintId}
      >
        {itemTypes.map((type) => (
          <ToggleButton key={type} value={type} sx={{ minHeight: 'var(--control)', px: 3 }}>
            {text.types[type]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Hint id={hintId}>{isLocked ? text.typeLocked : text.typeHint[field.value]}</Hint>
    </Box>
  );
}

function PriceField({ form: { register, control } }: { form: UseFormReturn<ItemForm> }) {
  const { currency } = useRestaurant();
  const { errors } = useFormState({ control, name: 'price' });
  return (
    <NumberField
      field={register('price')}
      label={text.price}
      error={errors.price?.message}
      before={currency}
      isDecimal={currencyDigits(currency as Currency) > 0}
      isRequired
    />
  );
}

/** A new item has a SKU made of its name until somebody types another one. */
function useSuggestedSku({ getValues, setValue }: UseFormReturn<ItemForm>, itemId: ItemId | null) {
  const { data: items = [] } = useQuery(queries.items());
  const isTyped = useRef(false);
  return {
    onName: () => {
      if (itemId !== null || isTyped.current) return;
      const { name, type } = getValues();
      const taken = new Set(items.map(({ sku = '' }) => sku.toUpperCase()));
      const sku = name.trim() === '' ? '' : newSku(name, taken, type.toUpperCase());
      setValue('sku', sku, { shouldDirty: true });
    },
    /** An emptied field is filled again. */
    onType: () => {
      isTyped.current = getValues('sku').trim() !== '';
    },
  };
}

interface SkuFieldProps extends Pick<ItemFieldsProps, 'form' | 'itemId'> {
  onType: () => void;
}

/** The same SKU twice is worth a word, but may be meant. */
function SkuField({ form: { register, control }, itemId, onType }: SkuFieldProps) {
  const { errors } = useFormState({ control, name: 'sku' });
  const sku = useWatch({ control, name: 'sku' }).trim().toLowerCase();
  const { data: items = [] } = useQuery(queries.items());
  const other = sku === '' ? undefined : items.find((one) => one._id !== itemId && one.sku?.toLowerCase() === sku);
  return (
    <TextField
      {...muiField(register('sku', { onChange: onType }))}
      label={text.sku}
      required
      error={errors.sku !== undefined}
      helperText={errors.sku?.message ?? (other === undefined ? text.skuHint : text.skuTaken({ name: other.name }))}
      slotProps={{ htmlInput: { maxLength: limits.sku, autoComplete: 'off' } }}
    />
  );
}

interface PictureFieldProps extends Pick<ItemFieldsProps, 'form' | 'progress'> {
  isRequired: boolean;
}

function PictureField({ form: { control }, isRequired, progress }: PictureFieldProps) {
  const { field, fieldState } = useController({ control, name: 'image' });
  return (
    <ImageField
      label={text.image}
      value={field.value}
      onChange={field.onChange}
      progress={progress}
      error={fieldState.error?.message}
      isRequired={isRequired}
    />
  );
}
