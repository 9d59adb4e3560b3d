// A table drawn as blocks stays a table to a screen reader by its roles alone: some browsers drop those of the tags with the layout.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { PriceChange } from '#contract/menu/item-changes.ts';
import { type Currency, currencyDigits } from '#contract/base/money.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { IncrementalRows } from '../../../components/list/incremental-rows.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { BulkDialog, type BulkTaskProps } from './bulk-dialog.tsx';
import { previewPrices, priceCalls, priceField, type PriceForm, readPriceChange } from './price-form.ts';

const text = words.menu.items;

/** Raises or lowers the prices of the ticked items, after showing what each will cost. */
export function BulkPrice(props: BulkTaskProps) {
  const { items } = props;
  const { currency } = useRestaurant();
  const digits = (by: PriceChange['by']) => (by === 'percent' ? 2 : currencyDigits(currency as Currency));
  const { register, control, setValue, trigger, formState } = useCheckedForm<PriceForm>({
    mode: 'onChange',
    defaultValues: { by: 'percent', value: '', withModePrices: true },
    calls: (filled) => priceCalls(items, readPriceChange(filled.by, filled.value, currency)),
    fieldOf: priceField,
    ownProblems: ({ by, value }) => ({
      value:
        value.trim() === '' || readPriceChange(by, value, currency) !== null
          ? undefined
          : text.bulkValueWrong({ digits: digits(by) }),
    }),
  });
  const [by, entered, isWithModes] = useWatch({ control, name: ['by', 'value', 'withModePrices'] });
  const haveModePrices = items.some(({ modePrices }) => modePrices !== undefined);
  const withModePrices = haveModePrices && isWithModes;
  const wrong = formState.errors.value;
  const price = wrong === undefined ? readPriceChange(by, entered, currency) : null;
  const previews = price === null ? [] : previewPrices(items, price, withModePrices, currency as Currency);
  const outOfRange = previews.filter(({ next }) => next === null).length;
  const isReady = price !== null && outOfRange === 0;
  return (
    <BulkDialog
      {...props}
      title={text.bulkPriceTitle({ count: items.length })}
      change={isReady ? { kind: 'price', price, ...(withModePrices && { withModePrices }) } : null}
    >
      <ToggleButtonGroup
        exclusive
        value={by}
        aria-label={text.bulkBy}
        onChange={(_, next: PriceChange['by'] | null) => {
          if (next === null) return;
          setValue('by', next);
          void trigger('value');
        }}
      >
        <ToggleButton value="percent">{text.bulkPercent}</ToggleButton>
        <ToggleButton value="amount">{text.bulkAmount}</ToggleButton>
      </ToggleButtonGroup>
      <TextField
        {...muiField(register('value'))}
        label={text.bulkValue}
        error={wrong !== undefined}
        helperText={wrong?.message ?? text.bulkValueHint}
        slotProps={{
          htmlInput: { maxLength: 16, autoComplete: 'off' },
          input: { endAdornment: <Typography color="textSecondary">{by === 'percent' ? '%' : currency}</Typography> },
        }}
      />
      {haveModePrices && (
        <div>
          <FormControlLabel
            control={<Checkbox checked={isWithModes} />}
            onChange={(_, isOn) => setValue('withModePrices', isOn)}
            label={text.bulkModePrices}
            sx={{ minHeight: 'var(--control)' }}
          />
          {!isWithModes && <Hint>{text.bulkModePricesStay}</Hint>}
        </div>
      )}
      {outOfRange > 0 && (
        <Box component="output">
          <Hint>{text.bulkOutOfRange({ count: outOfRange })}</Hint>
        </Box>
      )}
      {previews.length > 0 && <Preview previews={previews} currency={currency} />}
    </BulkDialog>
  );
}

/** In letters of twice the size neither a name nor two amounts fit side by side. */
const namesAbove = {
  display: 'block',
  '& thead, & tbody': { display: 'block' },
  '& tr': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    py: 0.5,
    borderBlockEnd: 1,
    borderColor: 'divider',
  },
  '& tr > *': { height: 'auto', border: 0 },
} as const;

function Preview({ previews, currency }: { previews: ReturnType<typeof previewPrices>; currency: string }) {
  return (
    // A list that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Box
      component="section"
      tabIndex={0}
      aria-label={text.bulkPreview}
      sx={{ maxHeight: 280, overflow: 'auto', containerType: 'inline-size' }}
    >
      <Table
        role="table"
        size="small"
        stickyHeader
        aria-label={text.bulkPreview}
        sx={{
          '& th, & td': { paddingInline: { xs: 1, sm: 2 } },
          '@container (max-width: 16rem)': namesAbove,
        }}
      >
        <TableHead role="rowgroup">
          <TableRow role="row">
            <TableCell role="columnheader">{text.item}</TableCell>
            <TableCell role="columnheader" align="right">
              {text.bulkFrom}
            </TableCell>
            <TableCell role="columnheader" align="right">
              {text.bulkTo}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          <IncrementalRows rows={previews} as="tr">
            {({ item, mode, price, next }) => (
              <TableRow key={`${item._id} ${mode ?? ''}`} role="row">
                <TableCell component="th" scope="row" role="rowheader" sx={{ overflowWrap: 'anywhere' }}>
                  {mode === null ? item.name : text.bulkOfMode({ name: item.name, mode: words.ordering.mode[mode] })}
                </TableCell>
                <TableCell role="cell" align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {priceText(price, currency)}
                </TableCell>
                <TableCell
                  role="cell"
                  align="right"
                  sx={{ whiteSpace: 'nowrap', fontWeight: 600, color: next === null ? 'error.main' : undefined }}
                >
                  {next === null ? words.general.list.empty : priceText(next, currency)}
                </TableCell>
              </TableRow>
            )}
          </IncrementalRows>
        </TableBody>
      </Table>
    </Box>
  );
}
