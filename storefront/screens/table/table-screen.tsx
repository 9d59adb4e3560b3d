import { useEffect, useEffectEvent, useState } from 'react';
import { type CallAnswer, CallError } from '#contract/client.ts';
import controls from '../../components/controls.module.css';
import { Notice, Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { goTo } from '../../navigation.ts';
import { useParam } from '../../router.tsx';
import { useBasket, useSite } from '../../site.tsx';
import { useSwitchPlace } from '../place/switch-place.tsx';

type FoundTable = CallAnswer<'POST /dining/find-table'>['table'];

/** `/t/{code}`, where the QR code of a table leads: the menu with the table chosen, or why there is no ordering at it. */
export function TableScreen() {
  const { menu, words, paths, call } = useSite();
  const { change } = useBasket();
  const switchPlace = useSwitchPlace();
  const code = useParam('code') ?? '';
  const [problem, setProblem] = useState<string | null>(null);

  const sitDown = useEffectEvent((table: FoundTable) => {
    const outlet = menu.outlets.get(table.outletId);
    if (outlet?.modes['dine-in'] === undefined) return setProblem(words.tableOff(table.outletName));
    switchPlace({
      place: { orderingMode: 'Dine-in', outlet },
      onSwitch: () => {
        change((before) => ({ ...before, table: { code, name: table.name, area: table.area } }));
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
    call('POST /dining/find-table', { body: { table: code }, signal: leaving.signal }).then(
      ({ table }) => sitDown(table),
      (error: unknown) => {
        if (!leaving.signal.aborted) explain(error);
      },
    );
    return () => leaving.abort();
  }, [call, code]);

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
