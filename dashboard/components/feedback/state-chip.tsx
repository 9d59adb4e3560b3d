import Block from '@mui/icons-material/Block';
import Check from '@mui/icons-material/Check';
import MopedOutlined from '@mui/icons-material/MopedOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import Schedule from '@mui/icons-material/Schedule';
import ShoppingBagOutlined from '@mui/icons-material/ShoppingBagOutlined';
import SoupKitchenOutlined from '@mui/icons-material/SoupKitchenOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Mode } from '#contract/base/enumerations.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { words } from '../../words/words.ts';

interface ChipStyle {
  Icon: typeof SvgIcon;
  color: string;
  background: string;
}

const chipStyles: Record<OrderStatus, ChipStyle> = {
  New: { Icon: NotificationsOutlined, color: 'warning.main', background: 'tone.warnSoft' },
  Confirmed: { Icon: SoupKitchenOutlined, color: 'info.main', background: 'tone.infoSoft' },
  Ready: { Icon: ShoppingBagOutlined, color: 'success.main', background: 'tone.okSoft' },
  Completed: { Icon: Check, color: 'text.secondary', background: 'tone.subtle' },
  Cancelled: { Icon: Block, color: 'error.main', background: 'tone.errorSoft' },
};

/** The state of an order: colour, icon and word. */
export function StateChip({ status, mode }: { status: OrderStatus; mode: Mode }) {
  const chipStyle = chipStyles[status];
  const Icon = status === 'Ready' && mode === 'delivery' ? MopedOutlined : chipStyle.Icon;
  return (
    <Mark Icon={Icon} color={chipStyle.color} background={chipStyle.background}>
      {words.ordering.status[status]}
    </Mark>
  );
}

/** How urgent an order is, in words; nothing while there is time. */
export function AgeChip({ state }: { state: 'fresh' | 'waiting' | 'late' }) {
  if (state === 'fresh') return null;
  const isLate = state === 'late';
  return (
    <Mark
      Icon={Schedule}
      color={isLate ? 'error.main' : 'warning.main'}
      background={isLate ? 'tone.errorSoft' : 'tone.warnSoft'}
    >
      {isLate ? words.kitchen.liveOrders.late : words.kitchen.liveOrders.waiting}
    </Mark>
  );
}

/** Placed by the restaurant itself, to try out how an order comes in. */
export function TestChip() {
  return (
    <Mark Icon={ScienceOutlined} color="info.main" background="tone.infoSoft">
      {words.kitchen.liveOrders.test}
    </Mark>
  );
}

/** A small label of state with its icon. */
export function Mark({ Icon, color, background, children }: ChipStyle & { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.25,
        borderRadius: '6px',
        typography: 'subtitle2',
        // On the card of a row it takes two lines rather than leave it.
        whiteSpace: { xs: 'normal', sm: 'nowrap' },
        color,
        bgcolor: background,
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1.125rem' }} />
      {children}
    </Box>
  );
}
