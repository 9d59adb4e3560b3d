import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { words } from '../../../words/words.ts';
import type { AllDayItem } from './all-day.ts';

const text = words.kitchen.display;

/** How many of each dish, and of them with which option, are still to be made. */
export function AllDayList({ items }: { items: readonly AllDayItem[] }) {
  const titleId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      tabIndex={0}
      sx={{ p: 1.5, overflowY: { sm: 'auto' }, minBlockSize: 0, flex: { xs: 1, md: '0 0 232px' } }}
    >
      <Typography id={titleId} component="h2" sx={{ fontSize: '1.5rem', fontWeight: 800 }}>
        {text.allDay}
      </Typography>
      <Typography color="textSecondary">{items.length === 0 ? text.allDayNone : text.allDayHint}</Typography>
      <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0, mt: 1 }}>
        {items.map((item) => (
          <Box component="li" key={item.id} sx={{ py: 1, borderBlockStart: 1, borderColor: 'divider' }}>
            <Count quantity={item.quantity} name={item.name} size="1.25rem" />
            {item.options.length > 0 && (
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, paddingInlineStart: 3 }}>
                {item.options.map((option) => (
                  <li key={option.id}>
                    <Count quantity={option.quantity} name={option.name} size="1.0625rem" />
                  </li>
                ))}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function Count({ quantity, name, size }: { quantity: number; name: string; size: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, fontSize: size, lineHeight: 1.25 }}>
      <Box component="span" sx={{ fontWeight: 800, whiteSpace: 'nowrap' }}>
        {text.times({ quantity })}
      </Box>
      <Box component="span" dir="auto" sx={{ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>
        {name}
      </Box>
    </Box>
  );
}
