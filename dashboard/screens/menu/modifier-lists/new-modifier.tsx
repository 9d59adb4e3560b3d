import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormState } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Item } from '#contract/menu/menus.ts';
import { type Currency, currencyDigits } from '#contract/base/money.ts';
import { client } from '../../../api/api.ts';
import { amountExample, isAmount, readAmount } from '../../../components/order/amount.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { fillForm } from '../../../components/form/fill-form.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { newSku } from './new-sku.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.modifierLists;
const nothing = { name: '', price: '' };

interface NewModifierProps {
  /** All that the restaurant has: their SKUs are taken. */
  items: readonly Item[];
  onMade: (modifier: Item) => void;
}

/** Makes modifiers one after the other, by name and price: Enter, and the next one can be typed. */
export function NewModifier({ items, onMade }: NewModifierProps) {
  const { currency } = useRestaurant();
  const cache = useQueryClient();
  const request = ({ name, price }: typeof nothing) => {
    const takenSkus = new Set(items.map(({ sku = '' }) => sku.toUpperCase()));
    return {
      type: 'modifier' as const,
      name: name.trim(),
      price: price.trim() === '' ? 0 : readAmount(price, currency),
      sku: newSku(name, takenSkus),
    };
  };
  const { register, control, handleSubmit, reset, setFocus } = useCheckedForm<typeof nothing>({
    defaultValues: nothing,
    calls: (filled) => [checkedCall('POST /menu/add-items-modifier', request(filled))],
    ownProblems: ({ name, price }) => ({
      name: name.trim() === '' ? text.newNameMissing : undefined,
      price:
        price.trim() === '' || isAmount(price, currency)
          ? undefined
          : words.menu.items.priceWrong({ example: amountExample(currency) }),
    }),
  });
  const { errors } = useFormState({ control });
  const [headingId, hintId] = [useId(), useId()];
  const making = useMutation({
    mutationFn: (filled: typeof nothing) => client.call('POST /menu/add-items-modifier', { form: request(filled) }),
    onSuccess: ({ item }) => {
      cache.setQueryData(queries.items().queryKey, (current) => current && [...current, item]);
      fillForm({ reset }, nothing);
      setFocus('name');
      onMade(item);
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'items') }),
  });
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={headingId}
      onSubmit={(event) => {
        void handleSubmit((filled) => {
          if (!making.isPending) making.mutate(filled);
        })(event);
      }}
      sx={{ p: 2, borderRadius: 1.5, bgcolor: 'tone.subtle' }}
    >
      <Typography id={headingId} component="h3" sx={{ fontWeight: 600, mb: 1 }}>
        {text.newModifier}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto', lg: 'minmax(0, 1fr) 160px auto' },
          alignItems: 'start',
        }}
      >
        <TextField
          {...muiField(register('name'))}
          label={text.newName}
          error={errors.name !== undefined}
          helperText={errors.name?.message ?? ' '}
          slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
          sx={{ gridColumn: { sm: '1 / -1', lg: 'auto' } }}
        />
        <NumberField
          field={register('price')}
          label={text.newPrice}
          error={errors.price?.message}
          hint={text.newPriceHint}
          before={currency}
          isDecimal={currencyDigits(currency as Currency) > 0}
        />
        <Button
          type="submit"
          variant="contained"
          aria-busy={making.isPending || undefined}
          aria-describedby={hintId}
          sx={{ marginBlockStart: { sm: '22px' } }}
        >
          {making.isPending ? text.creatingModifier : text.createModifier}
        </Button>
      </Box>
      <Box sx={{ mt: { xs: 1.5, sm: 0 } }}>
        <Hint id={hintId}>{text.newModifierHint}</Hint>
      </Box>
    </Box>
  );
}
