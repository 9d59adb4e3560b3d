import Block from '@mui/icons-material/Block';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { isLow } from '#contract/menu/low-stock.ts';
import { firstLetter } from '../../../components/list/first-letter.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { smallPicture } from '../items/item-name.tsx';
import { QuantityField } from './quantity-field.tsx';
import { SoldOutMenu } from '../../../components/menu/sold-out-menu.tsx';
import { soldOutText } from '../../../components/menu/sold-out-text.ts';
import type { StockRow } from './stock.ts';

const text = words.menu.inventory;
/** Milliseconds between looks at the clock: an item that is back shows so after two seconds at most. */
const SOLD_OUT_STEP = 2000;

interface ItemStockProps {
  row: StockRow;
  /** The outlet whose count is shown; null: that of all together. */
  outletId: OutletId | null;
}

/** An item and, once it is expanded, what can be chosen with it. */
export function ItemStock({ row: { item, modifiers, isModifierSought }, outletId }: ItemStockProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const isExpanded = isOpen || isModifierSought;
  const Arrow = isExpanded ? ExpandLess : ExpandMore;
  return (
    <Box component="li" sx={{ borderBlockStart: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}>
      <Stock item={item} outletId={outletId}>
        <Box
          sx={{ inlineSize: { xs: modifiers.length > 0 ? 'var(--control)' : 0, sm: 'var(--control)' }, flexShrink: 0 }}
        >
          {modifiers.length > 0 && (
            <IconButton
              aria-label={text.modifiersOf({ item: item.name })}
              aria-expanded={isExpanded}
              aria-controls={isExpanded ? listId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Arrow aria-hidden />
            </IconButton>
          )}
        </Box>
        <Avatar
          variant="rounded"
          aria-hidden
          src={item.imageUrl === null ? undefined : smallPicture(item.imageUrl)}
          slotProps={{ img: { loading: 'lazy', alt: '', width: 40, height: 40 } }}
          sx={{ bgcolor: 'tone.subtle', color: 'text.secondary', fontWeight: 600 }}
        >
          {firstLetter(item.name)}
        </Avatar>
      </Stock>
      {isExpanded && modifiers.length > 0 && (
        <Box
          component="ul"
          id={listId}
          aria-label={text.modifiersOf({ item: item.name })}
          sx={{ listStyle: 'none', m: 0, p: 0, bgcolor: 'tone.subtle' }}
        >
          {modifiers.map((modifier) => (
            <Box component="li" key={modifier._id} sx={{ borderBlockStart: 1, borderColor: 'divider' }}>
              <Stock item={modifier} outletId={outletId}>
                <Box sx={{ inlineSize: { xs: 16, sm: 'calc(var(--control) + 52px)' }, flexShrink: 0 }} />
              </Stock>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** One line: what comes before the name, the name with its price, and how many are left. */
function Stock({ item, outletId, children }: { item: Item; outletId: OutletId | null; children: React.ReactNode }) {
  const { currency } = useRestaurant();
  const { data: outlets = [] } = useQuery(queries.outlets());
  const now = useNow(SOLD_OUT_STEP);
  const soldOut = soldOutText(item, outlets, now);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        minHeight: 'var(--row)',
        px: { xs: 1, sm: 2 },
        py: 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flex: '1 1 240px', minWidth: 0 }}>
        {children}
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            <bdi>{item.name}</bdi>
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {priceText(item.price, currency)}
          </Typography>
          {outletId === null && <CountsOfOutlets item={item} outlets={outlets} />}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1.5,
          marginInlineStart: 'auto',
          maxWidth: '100%',
        }}
      >
        {soldOut !== null && (
          <Mark Icon={Block} color="error.main" background="tone.errorSoft">
            {soldOut}
          </Mark>
        )}
        {soldOut === null && isLow(item) && (
          <Mark Icon={WarningAmber} color="warning.main" background="tone.warnSoft">
            {text.low}
          </Mark>
        )}
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            // Beside the field, also while a sentence stands below it.
            alignItems: 'flex-start',
            justifyContent: 'flex-end',
            gap: 1.5,
            minWidth: 0,
          }}
        >
          <SoldOutMenu item={item} isSoldOut={soldOut !== null && !item.soldOut} firstOutlet={outletId} />
          <Box sx={{ inlineSize: '11.25rem', maxWidth: '100%' }}>
            <QuantityField key={outletId} item={item} outletId={outletId} />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** The counts of outlets that count for themselves, beside the count of all together. */
function CountsOfOutlets({ item, outlets }: { item: Item; outlets: readonly { _id: OutletId; name: string }[] }) {
  const counts = outlets.flatMap(({ _id, name }) => {
    const here = item.quantityAt?.find(({ outletId }) => outletId === _id);
    return here === undefined ? [] : [text.outletCount({ outlet: name, quantity: here.quantity })];
  });
  if (counts.length === 0) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
      {counts.join(' · ')}
    </Typography>
  );
}
