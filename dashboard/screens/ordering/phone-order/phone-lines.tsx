import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { limits } from '#contract/base/limits.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Stepper } from '../../../components/form/stepper.tsx';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import type { PhoneLine } from './phone-draft.ts';

const text = words.ordering.phoneOrder;

/** The dishes so far; a line goes with its last portion. */
export function PhoneLines({
  lines,
  onQuantity,
}: {
  lines: readonly PhoneLine[];
  onQuantity: (key: number, quantity: number) => void;
}) {
  if (lines.length === 0) return <Hint>{text.noDishes}</Hint>;
  return (
    <Box component="ul" aria-label={text.ordered} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {lines.map(({ key, dish, quantity }) => (
        <Box
          component="li"
          key={key}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5, borderBlockStart: 1, borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              <bdi>{dish.item.name}</bdi>
            </Typography>
            {dish.options.length > 0 && (
              <Typography variant="body2" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {dotList(dish.options)}
              </Typography>
            )}
          </Box>
          <Stepper
            name={dish.item.name}
            value={quantity}
            least={0}
            most={limits.quantityMax}
            onChange={(next) => onQuantity(key, next)}
          />
        </Box>
      ))}
    </Box>
  );
}
