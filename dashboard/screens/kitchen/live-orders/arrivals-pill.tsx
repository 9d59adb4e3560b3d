import ArrowDownward from '@mui/icons-material/ArrowDownward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { words } from '../../../words/words.ts';
import { rowOf } from './order-list.tsx';

interface ArrivalsPillProps {
  arrivals: readonly Order[];
  /** Puts the arrivals to their places. */
  onShow: () => void;
}

/** Over the end of the list: how many orders have come that nobody has scrolled to yet. It takes no room, so it moves nothing. */
export function ArrivalsPill({ arrivals, onShow }: ArrivalsPillProps) {
  const [seenIds, setSeenIds] = useState<ReadonlySet<OrderId>>(new Set());
  const unseen = arrivals.filter(({ _id, status }) => status === 'New' && !seenIds.has(_id));
  const unseenIds = unseen.map(({ _id }) => _id).join(' ');
  const shownNext = useRef<OrderId | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target.id as OrderId);
      if (seen.length > 0) setSeenIds((before) => new Set([...before, ...seen]));
    });
    for (const id of unseenIds.split(' ')) {
      const row = rowOf(id as OrderId);
      if (row !== null) observer.observe(row);
    }
    return () => observer.disconnect();
  }, [unseenIds]);
  // After the list has been sorted again.
  useEffect(() => {
    if (shownNext.current === null) return;
    rowOf(shownNext.current)?.scrollIntoView({ block: 'nearest' });
    shownNext.current = null;
  });
  const [first] = unseen;
  return (
    <Box sx={{ position: 'sticky', insetBlockEnd: 12, blockSize: 0, display: 'grid', placeContent: 'end center' }}>
      {first !== undefined && (
        <Button
          variant="contained"
          startIcon={<ArrowDownward />}
          onClick={() => {
            shownNext.current = first._id;
            onShow();
          }}
          sx={{ borderRadius: 999, boxShadow: 4, whiteSpace: 'nowrap' }}
        >
          {words.kitchen.liveOrders.arrived({ count: unseen.length })}
        </Button>
      )}
    </Box>
  );
}
