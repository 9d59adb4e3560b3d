import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PriceChange } from '#contract/menu/item-changes.ts';
import type { Item } from '#contract/menu/menus.ts';
import { type Currency, currencyDigits, fromMajor, toMajor } from '#contract/base/money.ts';
import { changedPrice } from '#contract/menu/price-change.ts';
import { amountText } from '../../../components/order/amount.ts';
import { IncrementalRows } from '../../../components/list/incremental-rows.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { BulkDialog, type BulkTaskProps } from './bulk-dialog.tsx';
import { readPriceChange } from './read-price-change.ts';

const text = words.menu.items;

/** Raises or lowers the prices of the ticked items, after showing what each will cost. */
export function BulkPrice(props: BulkTaskProps) {
  const { items } = props;
  const { currency } = useRestaurant();
  const [by, setBy] = useState<PriceChange['by']>('percent');
  const [entered, setEntered] = useState('');
  const price = readPriceChange(by, entered, currency);
  const isWrong = entered.trim() !== '' && price === null;
  const previews = price === null ? [] : items.map((item) => ({ item, next: nextPrice(item, price, currency) }));
  const outOfRange = previews.filter(({ next }) => next === null).length;
  const isReady = price !== null && outOfRange === 0;
  const digits = by === 'percent' ? 2 : currencyDigits(currency as Currency);
  return (
    <BulkDialog
      {...props}
      title={text.bulkPriceTitle({ count: items.length })}
      change={isReady ? { kind: 'price', price } : null}
    >
      <ToggleButtonGroup
        exclusive
        value={by}
        aria-label={text.bulkBy}
        onChange={(_, next: PriceChange['by'] | null) => next !== null && setBy(next)}
      >
        <ToggleButton value="percent">{text.bulkPercent}</ToggleButton>
        <ToggleButton value="amount">{text.bulkAmount}</ToggleButton>
      </ToggleButtonGroup>
      <TextField
        label={text.bulkValue}
        value={entered}
        error={isWrong}
        helperText={isWrong ? text.bulkValueWrong({ digits }) : text.bulkValueHint}
        onChange={(event) => setEntered(event.target.value)}
        slotProps={{
          htmlInput: { maxLength: 16, autoComplete: 'off' },
          input: { endAdornment: <Typography color="textSecondary">{by === 'percent' ? '%' : currency}</Typography> },
        }}
      />
      {outOfRange > 0 && (
        <Box component="output">
          <Hint>{text.bulkOutOfRange({ count: outOfRange })}</Hint>
        </Box>
      )}
      {previews.length > 0 && <Preview previews={previews} currency={currency} />}
    </BulkDialog>
  );
}

interface PreviewRow {
  item: Item;
  /** In major units; null where no price can be that. */
  next: number | null;
}

function Preview({ previews, currency }: { previews: readonly PreviewRow[]; currency: string }) {
  return (
    // A list that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Box component="section" tabIndex={0} aria-label={text.bulkPreview} sx={{ maxHeight: 280, overflowY: 'auto' }}>
      <Table
        size="small"
        stickyHeader
        aria-label={text.bulkPreview}
        sx={{ '& th, & td': { paddingInline: { xs: 1, sm: 2 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{text.item}</TableCell>
            <TableCell align="right">{text.bulkFrom}</TableCell>
            <TableCell align="right">{text.bulkTo}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          <IncrementalRows rows={previews} as="tr">
            {({ item, next }) => (
              <TableRow key={item._id}>
                <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                  {item.name}
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {amountText(item.price, currency)}
                </TableCell>
                <TableCell
                  align="right"
                  sx={{ whiteSpace: 'nowrap', fontWeight: 600, color: next === null ? 'error.main' : undefined }}
                >
                  {next === null ? words.general.list.empty : amountText(next, currency)}
                </TableCell>
              </TableRow>
            )}
          </IncrementalRows>
        </TableBody>
      </Table>
    </Box>
  );
}

function nextPrice({ price }: Item, change: PriceChange, currency: string): number | null {
  const knownCurrency = currency as Currency;
  const next = changedPrice(fromMajor(price, knownCurrency), change, knownCurrency);
  return next === null ? null : toMajor(next, knownCurrency);
}
