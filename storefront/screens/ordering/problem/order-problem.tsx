import { MINUTE } from '#contract/base/time.ts';
import { fromMajor } from '#contract/base/money.ts';
import type { OrderProblem as Problem } from '#contract/ordering/order-problem.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { canReportProblem } from '#contract/ordering/problem-facts.ts';
import controls from '../../../components/controls.module.css';
import { MenuText } from '../../../components/menu-text.tsx';
import { dayText } from '../../../language/dates.ts';
import { spokenText } from '../../../language/in-language.ts';
import { openSheet, useHash } from '../../../routing/navigation.ts';
import { useSite } from '../../../site.tsx';
import styles from './order-problem.module.css';
import { ReportSheet } from './report-sheet.tsx';

interface OrderProblemProps {
  order: Order;
  /** By the server's clock. */
  now: Date;
  onOrder: (order: Order) => void;
}

/** The way to tell the restaurant that something was wrong with an order that is over; then the report, and what the restaurant answers. */
export function OrderProblem({ order, now, onOrder }: OrderProblemProps) {
  const { words } = useSite();
  const isOpen = useHash() === 'problem';
  const { problem } = order;
  const canReport = canReportProblem(order, now) && (problem?.answer ?? null) === null;
  return (
    <>
      {problem === undefined ? null : <Report order={order} problem={problem} canChange={canReport} />}
      {problem === undefined && canReport ? (
        <button type="button" className={controls.text} onClick={() => openSheet('problem')}>
          {words.problem.entry}
        </button>
      ) : null}
      {canReport && isOpen ? <ReportSheet order={order} onOrder={onOrder} /> : null}
    </>
  );
}

function Report({ order, problem, canChange }: { order: Order; problem: Problem; canChange: boolean }) {
  const { menu, words, language } = useSite();
  const text = words.problem;
  const { kind, note, lines, hasPhoto, answer } = problem;
  return (
    <section className={styles.report} aria-labelledby="problem">
      <h2 id="problem" className={styles.title}>
        {text.heading}
      </h2>
      <p className={styles.kind}>{text.kinds[kind]}</p>
      {lines.length === 0 ? (
        <p>{text.wholeOrder}</p>
      ) : (
        <ul>
          {lines.map(({ lineNumber, quantity }) => {
            const line = order.cart.find((one) => one.lineNumber === lineNumber);
            return line === undefined ? null : (
              <li key={lineNumber}>
                {quantity} × <MenuText of={spokenText(menu, line.name, line.nameTranslations, language)} />
              </li>
            );
          })}
        </ul>
      )}
      {note === '' ? null : <Words of={note} />}
      {hasPhoto ? <p className={styles.hint}>{text.photoKept}</p> : null}
      {answer === null ? <p className={styles.hint}>{text.waiting}</p> : <Answer order={order} answer={answer} />}
      {canChange ? (
        <button type="button" className={controls.text} onClick={() => openSheet('problem')}>
          {text.change}
        </button>
      ) : null}
    </section>
  );
}

/** Is said aloud when it comes while the page is open. */
function Answer({ order, answer }: { order: Order; answer: NonNullable<Problem['answer']> }) {
  const { menu, words, money, language } = useSite();
  const text = words.problem;
  const { kind, amount, isByHand, code, until, note } = answer;
  const price = amount === null ? '' : money(fromMajor(amount, menu.currency));
  // The end is a midnight, and no part of it.
  const lastDay = until && new Date(Date.parse(until) - MINUTE).toISOString();
  return (
    <output className={styles.answer}>
      <strong>{text.answered}</strong>
      {note === '' ? null : <Words of={note} />}
      {kind === 'refund' ? <p>{isByHand ? text.byHand(price) : text.goesBack(price)}</p> : null}
      {lastDay === null ? null : <p>{text.voucher(price, dayText(lastDay, order.outlet.timeZone, language))}</p>}
      {code === null ? null : (
        <p className={styles.code}>
          <bdi>{code}</bdi>
        </p>
      )}
    </output>
  );
}

function Words({ of }: { of: string }) {
  return (
    <p className={styles.words}>
      <q>
        <bdi>{of}</bdi>
      </q>
    </p>
  );
}
