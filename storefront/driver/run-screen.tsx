import { EndForm } from './end-form.tsx';
import { OrderCard } from './order-card.tsx';
import { ShiftSection } from './shift-section.tsx';
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
  usePosition(token, run?.taken.some(({ leftAt, status }) => leftAt !== null && status === 'Ready') === true);
  return (
    <>
      <output className={isOffline || unsent.length > 0 ? 'notice' : 'hidden'}>
        {isOffline && <span>{words.offline}</span>}
        {unsent.length > 0 && <span>{words.toSend(unsent.length)}</span>}
        {unsent.some((one) => one.kind === 'handOver' && one.photo !== undefined) && <span>{words.photoWaits}</span>}
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
  const leaving = run.taken.filter(({ status, leftAt }) => status === 'Ready' && leftAt === null);
  return (
    <>
      <p className="hint">
        <bdi>{run.restaurant.name}</bdi> · <bdi>{run.driver.name}</bdi>
      </p>
      <section aria-labelledby="with-you">
        <h2 id="with-you">{words.withYou}</h2>
        {run.taken.length === 0 && <p className="empty">{words.nothingWithYou}</p>}
        <ol className="cards">
          {run.taken.map((order) => (
            <OrderCard key={order._id} order={order} currency={currency} taken={order}>
              <TakenActions order={order} state={state} />
            </OrderCard>
          ))}
        </ol>
        {leaving.length > 0 && (
          <div className="leave">
            <button type="button" className="primary" disabled={state.isBusy} onClick={state.leave}>
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
                disabled={state.isBusy}
                aria-label={words.takeOrder(order.orderName)}
                onClick={() => state.take(order._id)}
              >
                {words.take}
              </button>
            </OrderCard>
          ))}
        </ul>
      </section>
      <ShiftSection key={run.shift?._id ?? 'none'} run={run} state={state} />
    </>
  );
}

function TakenActions({ order, state }: { order: TakenOrder; state: RunState }) {
  const { words } = useSpoken();
  const giveBack = () => state.giveBack(order._id);
  if (state.unsent.some(({ orderId }) => orderId === order._id))
    return <p className="warning">{words.waitsToBeSent}</p>;
  if (order.status === 'Cancelled') {
    return (
      <>
        <p className="warning">{words.cancelled}</p>
        <button type="button" className="secondary" disabled={state.isBusy} onClick={giveBack}>
          {words.gotIt}
        </button>
      </>
    );
  }
  if (order.leftAt !== null) return <EndForm order={order} onEnd={state.end} />;
  return (
    <button type="button" className="secondary" disabled={state.isBusy} onClick={giveBack}>
      {words.giveBack}
    </button>
  );
}
