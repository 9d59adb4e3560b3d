import { useEffect, useEffectEvent, useState } from 'react';
import { type CallAnswer, CallError } from '#contract/base/client.ts';
import type { SittingId } from '#contract/base/ids.ts';
import { newKey } from '../../basket/stored-basket.ts';
import controls from '../../components/controls.module.css';
import { Notice, Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { goTo } from '../../routing/navigation.ts';
import { useParam } from '../../routing/router.tsx';
import { useBasket, useSite } from '../../site.tsx';
import { useSwitchPlace } from '../outlets/switch-place.tsx';

type FoundTable = CallAnswer<'POST /dining/find-table'>['table'];

/** `/t/{code}`, where the QR code of a table leads: the menu with the table chosen, or why there is no ordering at it. */
export function TableScreen() {
  const { menu, words, paths, call, basket, tableBasket } = useSite();
  const { change } = useBasket();
  const switchPlace = useSwitchPlace();
  const code = useParam('code') ?? '';
  const [problem, setProblem] = useState<string | null>(null);

  /** Whoever sits down elsewhere takes along what they have chosen. */
  const leaveTable = useEffectEvent((next: SittingId | null) => {
    const { seat } = basket.get();
    if (seat === null || seat.sitting === next) return;
    tableBasket.change(() => null);
    const body = { sitting: seat.sitting, seat: seat.key, lines: [] };
    call('POST /dining/share-lines', { body }).catch(() => undefined);
  });
  const sitDown = useEffectEvent((table: FoundTable, sitting: SittingId | null, key: string) => {
    const outlet = menu.outlets.get(table.outletId);
    if (outlet?.modes['dine-in'] === undefined) return setProblem(words.tableOff(table.outletName));
    switchPlace({
      place: { orderingMode: 'Dine-in', outlet },
      onSwitch: () => {
        leaveTable(sitting);
        change((before) => ({
          ...before,
          table: { code, name: table.name, area: table.area },
          seat: sitting === null ? null : { sitting, key, name: before.seat?.name ?? '' },
        }));
        goTo(paths.outlet('dine-in', outlet.name), { replace: true });
      },
      onKeep: () => goTo(paths.menu(), { replace: true }),
    });
  });
  const explain = useEffectEvent((error: unknown) => {
    const isVoid = error instanceof CallError && error.answer?.code === 'table.code_invalid';
    setProblem(isVoid ? words.tableVoid : words.failure(error, 'site'));
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const key = basket.get().seat?.key ?? newKey();
    const joining = call('POST /dining/join-sitting', { body: { table: code, seat: key }, signal }).then(
      ({ sitting }) => sitting._id,
      // Whoever cannot share a basket orders alone.
      () => null,
    );
    Promise.all([call('POST /dining/find-table', { body: { table: code }, signal }), joining]).then(
      ([{ table }, sitting]) => sitDown(table, sitting, key),
      (error: unknown) => {
        if (!leaving.signal.aborted) explain(error);
      },
    );
    return () => leaving.abort();
  }, [call, code, basket]);

  return (
    <Page title={words.atTable}>
      {problem === null ? (
        <Skeleton />
      ) : (
        <Notice
          title={words.noTableOrder}
          action={
            <a href={paths.menu()} className={controls.primary}>
              {words.openMenu}
            </a>
          }
        >
          {problem}
        </Notice>
      )}
    </Page>
  );
}
