import { useQuery } from '@tanstack/react-query';
import type { Printer } from '#contract/printing/printing.ts';
import { queries } from '../../api/queries.ts';
import { serverTimeAt } from '../../live/server-time.ts';
import { useIsReadOnly } from '../feedback/editing-area.tsx';
import { useWorksNowhere } from '../shell/works-nowhere.tsx';

/** How often printers are read again that print by themselves, in milliseconds; and how often a first one is looked for. */
const [refreshMs, firstMs] = [30_000, 3_600_000];

const noPrinters: readonly Printer[] = [];

/**
 * The printers that print by themselves, as they were at `readAt` by the server's clock: what was read before a screen slept says nothing of
 * how long they are silent now. None for support access, and for who works at no outlet.
 */
export function useReadPrinters(): { printers: readonly Printer[]; readAt: Date } {
  const isReadOnly = useIsReadOnly();
  const isNowhere = useWorksNowhere();
  const isQuiet = isReadOnly || isNowhere;
  const { data = noPrinters, dataUpdatedAt } = useQuery({
    ...queries.printers(),
    enabled: !isQuiet,
    staleTime: ({ state }) => readAgainAfter(state.data),
    refetchInterval: ({ state }) => readAgainAfter(state.data),
  });
  return {
    printers: isQuiet || !data.some(printsByItself) ? noPrinters : data,
    readAt: serverTimeAt(dataUpdatedAt),
  };
}

function readAgainAfter(printers: readonly Printer[] | undefined): number {
  return printers?.some(printsByItself) === true ? refreshMs : firstMs;
}

function printsByItself({ prints }: Printer): boolean {
  return prints !== 'hand';
}
