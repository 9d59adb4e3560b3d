import type { OrderProblem } from '#contract/ordering/order-problem.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import type { Order } from '#contract/ordering/orders.ts';
import controls from '../../../components/controls.module.css';
import { MenuText } from '../../../components/menu-text.tsx';
import { spokenText } from '../../../language/in-language.ts';
import { useSite } from '../../../site.tsx';
import styles from './report-sheet.module.css';

type Lines = OrderProblem['lines'];

/** The dishes of the order, each to be ticked, and of several portions how many. */
export function ReportedLines({
  order,
  lines,
  onChange,
}: {
  order: Order;
  lines: Lines;
  onChange: (lines: Lines) => void;
}) {
  const { menu, words, language } = useSite();
  const text = words.problem;

  function set({ lineNumber }: OrderLine, quantity: number): void {
    const others = lines.filter((line) => line.lineNumber !== lineNumber);
    onChange(quantity === 0 ? others : [...others, { lineNumber, quantity }]);
  }

  return (
    <fieldset className={styles.group}>
      <legend className={controls.label}>{text.which}</legend>
      <p className={controls.hint}>{text.whichHint}</p>
      {order.cart.map((line) => {
        const dish = spokenText(menu, line.name, line.nameTranslations, language);
        const quantity = lines.find(({ lineNumber }) => lineNumber === line.lineNumber)?.quantity ?? 0;
        return (
          <div key={line.lineNumber} className={styles.line}>
            <label className={`${styles.choice} ${styles.dish}`}>
              <input
                type="checkbox"
                checked={quantity > 0}
                onChange={(event) => set(line, event.target.checked ? line.quantity : 0)}
              />
              <MenuText of={dish} />
            </label>
            {quantity > 0 && line.quantity > 1 ? (
              <select
                className={`${controls.input} ${styles.portions}`}
                aria-label={text.portions(dish.text)}
                value={quantity}
                onChange={(event) => set(line, Number(event.target.value))}
              >
                {Array.from({ length: line.quantity }, (_, index) => index + 1).map((count) => (
                  <option key={count} value={count}>
                    {text.portionsOf(count, line.quantity)}
                  </option>
                ))}
              </select>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}
