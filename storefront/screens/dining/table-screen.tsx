import { useEffect, useEffectEvent, useState } from 'react';
import { type CallAnswer, CallError } from '#contract/base/client.ts';
import type { TableSessionId } from '#contract/base/ids.ts';
import { newKey } from '../../basket/stored-basket.ts';
import controls from '../../components/controls.module.css';
import { Notice, Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { goTo } from '../../routing/navigation.ts';
import { useParam } from '../../routing/router.tsx';
import { useBasket, useSite } from '../../site.tsx';
import { loadFailureText } from '../load-failure-text.tsx';
import { useSwitchPlace } from '../outlets/switch-place.tsx';

type FoundTable = CallAnswer<'POST /dining/find-table'>['table'];

/** `/t/{code}`, where the QR code of a table leads: the menu with the table chosen, or why there is no ordering at it. */
export function TableScreen() {
  const { words } = useSite();
  const [tries, setTries] = useState(0);
  return (
    <Page title={words.atTable}>
      <FindTable key={tries} onRetry={() => setTries(tries + 1)} />
    </Page>
  );
}

function FindTable({ onRetry }: { onRetry: () => void }) {
  const { menu, words, paths, call, basketStore, tableBasketStore } = useSite();
  const { change } = useBasket();
  const switchPlace = useSwitchPlace();
  const code = useParam('code') ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [canTryAgain, setCanTryAgain] = useState(false);

  /** Takes this phone's lines off the table that the guest leaves; the basket keeps them. */
  const leaveTable = useEffectEvent((nextTableSessionId: TableSessionId | null) => {
    const { participant } = basketStore.get();
    if (participant === null || participant.tableSessionId === nextTableSessionId) return;
    tableBasketStore.change(() => null);
    const body = { tableSessionId: participant.tableSessionId, participantKey: participant.key, lines: [] };
    call('POST /dining/share-lines', { body }).catch(() => undefined);
  });
  const chooseTable = useEffectEvent(
    (table: FoundTable, tableSessionId: TableSessionId | null, participantKey: string) => {
      const outlet = menu.outlets.get(table.outletId);
      if (outlet?.modes['dine-in'] === undefined) return setProblem(words.tableOrderingOff(table.outletName));
      switchPlace({
        place: { orderingMode: 'Dine-in', outlet },
        onSwitch: () => {
          leaveTable(tableSessionId);
          change((before) => ({
            ...before,
            table: { code, name: table.name, area: table.area },
            participant:
              tableSessionId === null
                ? null
                : { tableSessionId, key: participantKey, name: before.participant?.name ?? '' },
          }));
          goTo(paths.outlet('dine-in', outlet.name), { replace: true });
        },
        onKeep: () => goTo(paths.menu(), { replace: true }),
      });
    },
  );
  const showProblem = useEffectEvent((error: unknown) => {
    const isVoid = error instanceof CallError && error.answer?.code === 'table.code_invalid';
    setCanTryAgain(!isVoid);
    setProblem(isVoid ? words.tableCodeInvalid : loadFailureText(error, words));
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const key = basketStore.get().participant?.key ?? newKey();
    const joining = call('POST /dining/join-table-session', {
      body: { table: code, participantKey: key },
      signal,
    }).then(
      ({ tableSession }) => tableSession._id,
      // Ordering alone stays possible where the basket cannot be shared.
      () => null,
    );
    Promise.all([call('POST /dining/find-table', { body: { table: code }, signal }), joining]).then(
      ([{ table }, tableSessionId]) => {
        // A call that was broken off counts as a basket that cannot be shared.
        if (!signal.aborted) chooseTable(table, tableSessionId, key);
      },
      (error: unknown) => {
        if (!signal.aborted) showProblem(error);
      },
    );
    return () => leaving.abort();
  }, [call, code, basketStore]);

  if (problem === null) return <Skeleton />;
  return (
    <Notice
      title={words.noTableOrder}
      action={
        <>
          {canTryAgain ? (
            <button type="button" className={controls.primary} onClick={onRetry}>
              {words.tryAgain}
            </button>
          ) : null}
          <a href={paths.menu()} className={canTryAgain ? controls.text : controls.primary}>
            {words.openMenu}
          </a>
        </>
      }
    >
      {problem}
    </Notice>
  );
}
