import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { OptimisticSwitch } from '../../../components/form/optimistic-switch.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { cacheItem } from './cache-item.ts';

const text = words.menu.items;

/** Where the item is sold (order-operations 4): an outlet is off when the item names it in InActiveOutletIds. */
export function ItemAvailability({ item }: { item: Item }) {
  return (
    <Card component="section" aria-label={text.availability} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Typography variant="h2">{text.availability}</Typography>
      <Hint>{text.availabilityHint}</Hint>
      <OutletSwitches item={item} />
    </Card>
  );
}

function OutletSwitches({ item }: { item: Item }) {
  const { data: outlets, error, refetch } = useQuery(queries.outlets());
  if (outlets === undefined) {
    if (error !== null) return <Failure error={error} place="outlets" onRetry={() => void refetch()} />;
    return <LoadingBlock height={52} />;
  }
  if (outlets.length === 0) return <Notice heading={text.noOutlets} sentence={text.noOutletsHint} action={null} />;
  return (
    <Box component="ul" aria-label={text.availability} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {outlets.map((outlet) => (
        <OutletRow key={outlet._id} item={item} outlet={outlet} />
      ))}
    </Box>
  );
}

function OutletRow({ item, outlet }: { item: Item; outlet: Outlet }) {
  const cache = useQueryClient();
  const save = async (isAvailable: boolean) => {
    // Starts from the cached item: another switch may have been saved since this one was drawn.
    const items = cache.getQueryData(queries.items().queryKey) ?? [];
    const { InActiveOutletIds: off } = items.find((one) => one._id === item._id) ?? item;
    const others = off.filter(({ _id }) => _id !== outlet._id);
    const { item: saved, msg } = await client.call('POST /menu/update-items-modifier/:id', {
      params: { id: item._id },
      form: { InActiveOutletIds: isAvailable ? others : [...others, { _id: outlet._id }] },
    });
    cacheItem(cache, saved);
    if (msg !== undefined) showToast({ place: 'bar', tone: 'ok', text: msg });
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 200px' },
        alignItems: 'center',
        gap: 1,
        minHeight: 'var(--row)',
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{outlet.name}</Typography>
      <OptimisticSwitch
        name={text.availableAt({ outlet: outlet.name })}
        isOn={!item.InActiveOutletIds.some(({ _id }) => _id === outlet._id)}
        onText={text.available}
        offText={text.soldOut}
        save={save}
        queueName={`availability of ${item._id}`}
        errors="items"
        place="bar"
      />
    </Box>
  );
}
