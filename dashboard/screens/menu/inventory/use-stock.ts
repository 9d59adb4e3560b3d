import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveOrders } from '../../../components/live/use-live-orders.ts';
import { queries } from '../../../api/queries.ts';

/** However much happens, the quantities are not read more often. */
const leastPause = 500;

/** All items and modifiers, read again after everything that happens in the restaurant: an order takes portions. */
export function useStock() {
  const stock = useQuery({ ...queries.items(), refetchOnMount: 'always' });
  const { data: live } = useLiveOrders().query;
  const lastEvent = live?.lastEvent;
  const read = useRef({ event: lastEvent, at: 0 });
  const { isFetching, refetch } = stock;
  useEffect(() => {
    // Events during a read may be too late for its answer, so another read follows.
    if (isFetching || lastEvent === undefined || lastEvent === read.current.event) return;
    const pause = Math.max(0, read.current.at + leastPause - Date.now());
    const timer = setTimeout(() => {
      read.current = { event: lastEvent, at: Date.now() };
      void refetch();
    }, pause);
    return () => clearTimeout(timer);
  }, [lastEvent, isFetching, refetch]);
  return stock;
}
