import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { OrderCourier as Courier } from '#contract/delivery/order-delivery.ts';
import { words } from '../../words/words.ts';
import { amountText } from './amount.ts';

const text = words.delivery.order;

/** How far the courier of a company is, what they cost, and how they are reached. */
export function OrderCourier({ courier, currency }: { courier: Courier; currency: string }) {
  const { state, name, phone, trackingUrl, fee, problem } = courier;
  const isOver = state === 'delivered' || state === 'cancelled' || state === 'failed';
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start', overflowWrap: 'anywhere' }}>
      <Typography variant="body2">
        {[text.states[state], name ? text.courierIs({ name }) : null].filter((part) => part !== null).join(' · ')}
      </Typography>
      {fee !== null && (
        <Typography variant="body2" color="textSecondary">
          {text.courierFee({ fee: amountText(fee, currency) })}
        </Typography>
      )}
      {problem !== null && (
        <Typography variant="body2" color="error" role="alert">
          {text.problems[problem]}
        </Typography>
      )}
      {!isOver && (phone !== null || trackingUrl !== null) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {phone !== null && (
            <Button href={`tel:${phone}`} variant="outlined">
              {text.call}
            </Button>
          )}
          {trackingUrl !== null && (
            <Button href={trackingUrl} target="_blank" rel="noreferrer" variant="outlined">
              {text.follow}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
