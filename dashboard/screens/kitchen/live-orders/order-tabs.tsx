import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import type { OutletId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { words } from '../../../words/words.ts';
import { isInTab, type OrderTab, orderTabs } from './order-filter.ts';

const text = words.kitchen.liveOrders;

const tabNames: Record<OrderTab, string> = {
  all: text.all,
  new: text.new,
  kitchen: text.kitchen,
  ready: text.ready,
  scheduled: words.ordering.scheduled.tab,
};
export const tabId = (panelId: string, tab: OrderTab) => `${panelId}-${tab}`;

interface OrderTabsProps {
  tab: OrderTab;
  live: readonly Order[];
  panelId: string;
  onChange: (tab: OrderTab) => void;
}

export function OrderTabs({ tab, live, panelId, onChange }: OrderTabsProps) {
  return (
    <Tabs
      value={tab}
      onChange={(_, next: OrderTab) => onChange(next)}
      aria-label={text.tabs}
      // Tabs that do not fit side by side, each on lines of one word, are scrolled to.
      variant="scrollable"
      scrollButtons={false}
      sx={{
        flex: 1,
        minWidth: 0,
        '& .MuiTabs-list': { gap: { xs: 0, sm: 1 } },
        '& .MuiTab-root': {
          flex: { xs: '1 1 auto', lg: '0 1 auto' },
          minWidth: 'min-content',
          px: { xs: 0.5, sm: 0.25, md: 1.5, lg: 2.5 },
          maxWidth: '12.5rem',
          lineHeight: 1.25,
          fontSize: { xs: '0.75rem', sm: '0.875rem', lg: '1rem' },
          whiteSpace: { md: 'nowrap' },
        },
      }}
    >
      {orderTabs.map((one) => (
        <Tab
          key={one}
          id={tabId(panelId, one)}
          aria-controls={panelId}
          value={one}
          label={<TabLabel name={tabNames[one]} count={live.filter((order) => isInTab(order, one)).length} />}
        />
      ))}
    </Tabs>
  );
}

/** A growing count moves no other tab: it has room for two digits from the start. */
function TabLabel({ name, count }: { name: string; count: number }) {
  return (
    <Box component="span" sx={{ minWidth: 40, paddingInlineEnd: count < 10 ? '1ch' : 0 }}>
      {text.tab({ name, count })}
    </Box>
  );
}

interface OutletFilterProps {
  outlets: readonly Outlet[];
  /** null: all outlets. */
  outletId: OutletId | null;
  onChange: (outletId: OutletId | null) => void;
}

/** For people who see the orders of several outlets. */
export function OutletFilter({ outlets, outletId, onChange }: OutletFilterProps) {
  return (
    <TextField
      select
      value={outletId ?? ''}
      helperText={null}
      onChange={({ target }) => onChange(target.value === '' ? null : (target.value as OutletId))}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': text.outlet } }}
      // Words of twice the size have a line of their own on a phone.
      sx={{ flex: { xs: '1 1 9rem', sm: '0 0 150px', md: '0 0 200px' }, minWidth: 0 }}
    >
      <option value="">{text.allOutlets}</option>
      {outlets.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
