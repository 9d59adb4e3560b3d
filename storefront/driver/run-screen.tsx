import { pressable } from '../components/pressable.ts';
import { EndForm } from './end-form.tsx';
import { OrderCard } from './order-card.tsx';
import { ShiftSection } from './shift-section.tsx';
import { StopButtons, useSortedStops } from './sort-stops.tsx';
import { isEnd } from './unsent.ts';
import { usePosition } from './use-position.ts';
import { type RunState, useRun } from './use-run.ts';
import { problemText, useSpoken } from './words.ts';
import { failureReasonText } from '#contract/delivery/failure-reasons.ts';
import type { TakenOrder } from '#contract/delivery/deliveries.ts';

/** The orders that the driver has, by their route, and those that wait. */
export function RunScreen({ token, onEnded }: { token: string; onEnded: () => void }) {
  const { words } = useSpoken();
  const state = useRun(token, onEnded);
  const { run, isOffline, unsent, problem } = state;
  const ends = unsent.filter(isEnd);
  usePosition(token, run?.taken.some(({ leftAt, status }) => leftAt !== null && status === 'Ready') === true);
  return (
    <>
      <output className={isOffline || ends.length > 0 ? 'notice' : 'hidden'}>
        {isOffline && <span>{words.offline}</span>}
        {ends.length > 0 && <span>{words.toSend(ends.length)}</span>}
        {ends.some((one) => one.kind === 'handOver' && one.photo !== undefined) && <span>{words.photoWaits}</span>}
      </output>
      <p role="alert" className="problem">
        {problem === null || isOffline ? '' : problemText(problem, words)}
      </p>
      {run === null ? <p className="empty">{words.loading}</p> : <Orders state={state} run={run} />}
    </>
  );
}

function Orders({ state, run }: { state: RunState; run: NonNullable<RunState['run']> }) {
  const { words } = useSpoken();
  const { currency } = run.restaurant;
  const { list, move, moved } = useSortedStops(run.taken, state.sort);
  const leaving = run.taken.filter(({ status, leftAt }) => status === 'Ready' && leftAt === null);
  return (
    <>
      <p className="hint">
        <bdi>{run.restaurant.name}</bdi> · <bdi>{run.driver.name}</bdi>
      </p>
      <section aria-labelledby="with-you">
        <h2 id="with-you">{words.withYou}</h2>
        {run.taken.length === 0 && <p className="empty">{words.nothingWithYou}</p>}
        {run.taken.length > 1 && run.isSorted && (
          <button type="button" className="secondary wide sort" onClick={() => state.sort(null)}>
            {words.sortByDistance}
          </button>
        )}
        <output className="unseen">
          {moved === null ? '' : words.moved(moved.name, moved.place, run.taken.length)}
        </output>
        <ol className="cards" ref={list}>
          {run.taken.map((order, index) => (
            <OrderCard key={order._id} order={order} currency={currency} taken={order}>
              {run.taken.length > 1 && (
                <StopButtons
                  name={order.orderName}
                  isFirst={index === 0}
                  isLast={index === run.taken.length - 1}
                  onMove={(by) => move(index, by)}
                />
              )}
              <TakenActions order={order} state={state} />
            </OrderCard>
          ))}
        </ol>
        {leaving.length > 0 && (
          <div className="leave">
            <button type="button" className="primary" {...pressable(!state.isBusy, state.leave)}>
              {words.leave(leaving.length)}
            </button>
            <p className="hint">{words.leaveHint}</p>
          </div>
        )}
      </section>
      <section aria-labelledby="waiting">
        <h2 id="waiting">{words.waiting}</h2>
        {run.waiting.length === 0 && <p className="empty">{words.nothingWaits}</p>}
        <ul className="cards">
          {run.waiting.map((order) => (
            <OrderCard key={order._id} order={order} currency={currency}>
              {order.failedReason !== null && (
                <p className="warning">{words.cameBack(failureReasonText(order.failedReason, words.reasons))}</p>
              )}
              <button
                type="button"
                className="primary"
                aria-label={words.takeOrder(order.orderName)}
                {...pressable(!state.isBusy, () => state.take(order._id))}
              >
                {words.take}
              </button>
            </OrderCard>
          ))}
        </ul>
      </section>
      <ShiftSection run={run} state={state} />
    </>
  );
}

function TakenActions({ order, state }: { order: TakenOrder; state: RunState }) {
  const { words } = useSpoken();
  const giveBack = () => state.giveBack(order._id);
  if (state.unsent.some((one) => isEnd(one) && one.orderId === order._id))
    return <p className="warning">{words.waitsToBeSent}</p>;
  if (order.status === 'Cancelled') {
    return (
      <>
        <p className="warning">{words.cancelled}</p>
        <button type="button" className="secondary" {...pressable(!state.isBusy, giveBack)}>
          {words.gotIt}
        </button>
      </>
    );
  }
  if (order.leftAt !== null) return <EndForm order={order} onEnd={state.end} />;
  return (
    <button type="button" className="secondary" {...pressable(!state.isBusy, giveBack)}>
      {words.giveBack}
    </button>
  );
}
