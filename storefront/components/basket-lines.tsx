import { useRef } from 'react';
import type { QuoteProblem } from '#contract/ordering/orders.ts';
import { acceptPrices, checkBasket, type LineChange } from '../basket/check.ts';
import { namesOfLine } from '../basket/names-of-line.ts';
import { lineTotal } from '../basket/price.ts';
import { replaceLine, restoreLine } from '../basket/edit-lines.ts';
import { type BasketLine, setQuantity } from '../basket/stored-basket.ts';
import { placeOf } from '../state/place.ts';
import { useBasket, useSite } from '../site.tsx';
import styles from './basket-lines.module.css';
import controls from './controls.module.css';
import { MenuText, MenuTexts } from './menu-text.tsx';
import { focusNextRow } from './move-focus.ts';
import { Stepper } from './stepper.tsx';
import { useToast } from './toast.tsx';

/** The lines of the basket, to be changed in place. What has become of one since it was chosen is said with it (decision 34). */
export function BasketLines({ problems = [] }: { problems?: readonly QuoteProblem[] }) {
  const { menu } = useSite();
  const { basket } = useBasket();
  const changes = checkBasket(menu, basket.items, placeOf(menu, basket));
  return (
    <ul className={styles.lines}>
      {basket.items.map((line, index) => (
        <Line
          key={line.id}
          line={line}
          index={index}
          found={changes.find((change) => change.line.id === line.id)}
          problem={problems.find((problem) => problem.line === index)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  line: BasketLine;
  index: number;
  found: LineChange | undefined;
  /** The server's problem with the line, which also says how many portions are left. */
  problem: QuoteProblem | undefined;
}

function Line({ line, index, found, problem }: LineProps) {
  const { menu, words, paths, money, language } = useSite();
  const { basket, change } = useBasket();
  const toast = useToast();
  const { mode, outlet } = placeOf(menu, basket);
  const { name, options } = namesOfLine(menu, line, language);
  const canEdit = outlet !== null && menu.items.has(line._id);
  const row = useRef<HTMLLIElement>(null);

  function count(quantity: number): void {
    if (quantity === 0) focusNextRow(row.current);
    change((before) => setQuantity(before, line.id, quantity));
    if (quantity > 0) return;
    const undo = () => change((before) => restoreLine(before, line, index));
    toast({ text: words.removed(name.text), tone: 'note', action: { label: words.undo, run: undo } });
  }

  return (
    <li ref={row} className={styles.line}>
      <div className={styles.head}>
        <span className={styles.name}>
          {line.quantity} × <MenuText of={name} />
        </span>
        <span className={styles.amount}>{money(lineTotal(menu, line))}</span>
      </div>
      {options.length === 0 ? null : (
        <p className={styles.options}>
          <MenuTexts of={options} />
        </p>
      )}
      {line.note === '' ? null : (
        <p className={styles.options}>
          <q>
            <bdi>{line.note}</bdi>
          </q>
        </p>
      )}
      <LineNews line={line} found={found} problem={problem} onRemove={() => count(0)} />
      <div className={styles.tools}>
        {canEdit ? (
          <a href={paths.item(mode, outlet.name, line._id, line.id)} className={controls.text}>
            {words.edit}
            <span className="visually-hidden">
              {' '}
              <MenuText of={name} />
            </span>
          </a>
        ) : (
          <span />
        )}
        <Stepper of={name} value={line.quantity} min={0} onChange={count} />
      </div>
    </li>
  );
}

/** Changes and problems that the guest must know of before ordering the line. */
function LineNews({ line, found, problem, onRemove }: Omit<LineProps, 'index'> & { onRemove: () => void }) {
  const { menu, words, money } = useSite();
  const { change } = useBasket();
  if (found?.kind === 'options') return <p className={styles.problem}>{words.lineOptions}</p>;
  if (problem?.left !== undefined && problem.left > 0) {
    return <p className={styles.problem}>{words.lineLeft(problem.left)}</p>;
  }
  if (problem?.code === 'order.sold_out' && problem.left === undefined) {
    return <p className={styles.problem}>{words.lineNotEnough}</p>;
  }
  if (found?.kind === 'unavailable' || found?.kind === 'not_now' || problem !== undefined) {
    return (
      <p className={styles.problem}>
        {found?.kind === 'unavailable'
          ? words.lineSoldOut
          : found?.kind === 'not_now'
            ? words.sale.lineNotNow(menu.catalogue.unsold?.[line._id] ?? '')
            : problem?.msg}
        <button type="button" className={styles.answer} onClick={onRemove}>
          {words.remove}
        </button>
      </p>
    );
  }
  if (found?.kind !== 'repriced') return null;
  return (
    <p className={styles.news}>
      {words.priceWas(money(found.seen), money(found.now))}
      <button
        type="button"
        className={styles.answer}
        onClick={() => change((before) => replaceLine(before, acceptPrices(menu, line)))}
      >
        {words.okay}
      </button>
    </p>
  );
}
