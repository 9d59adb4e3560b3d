import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import type { OrderId } from '#contract/base/ids.ts';
import { paths } from '../../routing/paths.ts';

/** The way from an amount to its order. */
export function OrderLink({ orderId, orderName }: { orderId: OrderId; orderName: string | null }) {
  return (
    <MuiLink
      component={Link}
      to={paths.order(orderId)}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 'var(--control)', minWidth: 44 }}
    >
      <bdi>{`#${orderName}`}</bdi>
    </MuiLink>
  );
}
