import { CallError } from '#contract/base/client.ts';
import { hasSameLines, tableBasketFrom } from '../../../../basket/shared-lines.ts';
import type { TableBasket } from '../../../../basket/table-basket.ts';
import type { useSite } from '../../../../site.tsx';

type Site = Pick<ReturnType<typeof useSite>, 'menu' | 'call' | 'basketStore' | 'tableBasketStore'>;

/** Whether an order was refused because of a change at the table that left it as it was; the table is up to date then. */
export async function isTableAsSeen(
  { menu, call, basketStore, tableBasketStore }: Site,
  table: TableBasket | null,
  error: unknown,
): Promise<boolean> {
  const { participant } = basketStore.get();
  const isMoved = error instanceof CallError && error.answer?.code === 'order.table_basket_changed';
  if (!isMoved || participant === null || table === null) return false;
  const body = { tableSessionId: participant.tableSessionId, participantKey: participant.key };
  const answer = await call('POST /dining/read-table-session', { body }).catch(() => null);
  const now = answer && tableBasketFrom(menu, answer.tableSession, table.sentText);
  if (now === null || !hasSameLines(table, now)) return false;
  tableBasketStore.change(() => now);
  return true;
}
