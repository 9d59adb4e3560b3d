import { type RefObject, useId, useState } from 'react';
import type { Mode } from '#contract/base/enumerations.ts';
import {
  type Currency,
  fromMajor,
  type MinorUnits,
  subtractMoney,
  toDecimalText,
  toMajor,
  ZERO,
} from '#contract/base/money.ts';
import { typedAmount } from '#contract/base/typed-number.ts';
import { greatestTip, suggestedTip } from '#contract/ordering/tips.ts';
import type { BasketTotals } from '../../../basket/price.ts';
import controls from '../../../components/controls.module.css';
import { useBasket, useSite } from '../../../site.tsx';
import { Section } from './section.tsx';
import styles from './tip-section.module.css';

/** A percentage, or an amount in major units. */
export type TipChoice = { percent: number } | { amount: number };

/** A tip for the staff with the order, where the restaurant takes one; none is chosen for the guest (decision 76). */
export function TipSection({
  totals,
  mode,
  field,
}: {
  totals: Pick<BasketTotals, 'subtotal' | 'discount'>;
  mode: Mode;
  field: TipField;
}) {
  const { tips } = useSite().menu.catalogue.restaurant;
  const { basket, change } = useBasket();
  if (!tips?.modes.includes(mode)) return null;
  return (
    <TipChoices
      base={subtractMoney(totals.subtotal, totals.discount)}
      most={greatestTip(totals.subtotal)}
      percents={tips.percents}
      tip={basket.tip}
      field={field}
      onChange={(tip) => change((before) => ({ ...before, tip }))}
    />
  );
}

/** The box of an own amount, while it is open. */
type TipField = RefObject<HTMLInputElement | null>;

/** Puts the focus on the box when its text is no possible tip, and says so: nothing may be ordered without the tip that the guest typed. */
export function focusWrongTip({ current }: TipField): boolean {
  if (current?.getAttribute('aria-invalid') !== 'true') return false;
  current.focus();
  return true;
}

interface TipChoicesProps {
  /** Percentages are of it. */
  base: MinorUnits;
  most: MinorUnits;
  percents: readonly number[];
  tip: TipChoice | null;
  field: TipField;
  onChange: (tip: TipChoice | null) => void;
}

export function TipChoices({ base, most, percents, tip, field, onChange }: TipChoicesProps) {
  const { words, money } = useSite();
  const [isOther, setIsOther] = useState(tip !== null && 'amount' in tip);
  const percent = !isOther && tip !== null && 'percent' in tip ? tip.percent : null;
  return (
    <Section title={words.tip} role="radiogroup">
      <div className={styles.choices}>
        <Choice
          isChosen={!isOther && tip === null}
          onChoose={() => {
            setIsOther(false);
            onChange(null);
          }}
        >
          {words.noTip}
        </Choice>
        {percents.map((suggested) => (
          <Choice
            key={suggested}
            isChosen={percent === suggested}
            onChoose={() => {
              setIsOther(false);
              onChange({ percent: suggested });
            }}
          >
            <bdi>{words.tipOf(suggested)}</bdi>{' '}
            <span className={styles.amount}>{money(suggestedTip(base, suggested))}</span>
          </Choice>
        ))}
        <Choice
          isChosen={isOther}
          onChoose={() => {
            setIsOther(true);
            // The box is empty, and so is the tip.
            onChange(null);
          }}
        >
          {words.otherTip}
        </Choice>
      </div>
      {isOther ? <OwnAmount most={most} tip={tip} field={field} onChange={onChange} /> : null}
    </Section>
  );
}

/** The tip that the choice gives of an amount. */
export function tipOf(tip: TipChoice | null, base: MinorUnits, currency: Currency): MinorUnits {
  if (tip === null) return ZERO;
  return 'percent' in tip ? suggestedTip(base, tip.percent) : fromMajor(tip.amount, currency);
}

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}) {
  return (
    <label className={styles.choice}>
      <input type="radio" name="tip" className="behind-label" checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

function OwnAmount({ most, tip, field, onChange }: Pick<TipChoicesProps, 'most' | 'tip' | 'field' | 'onChange'>) {
  const { menu, words, money } = useSite();
  const hintId = useId();
  const [typed, setTyped] = useState(tip !== null && 'amount' in tip ? String(tip.amount) : '');
  const amount = readTyped(typed, menu.currency);
  const isWrong = amount === null || amount > most;
  return (
    <label className={`${controls.field} ${styles.own}`}>
      <span className={controls.label}>{words.tipAmount(menu.currency)}</span>
      <input
        ref={field}
        className={controls.input}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        maxLength={12}
        value={typed}
        aria-invalid={isWrong}
        aria-describedby={hintId}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const read = readTyped(value, menu.currency);
          onChange(read ? { amount: toMajor(read, menu.currency) } : null);
        }}
      />
      <span id={hintId} className={isWrong ? controls.error : controls.hint}>
        {amount === null
          ? words.tipWrong(toDecimalText(fromMajor(5, menu.currency), menu.currency))
          : words.tipAtMost(money(most))}
      </span>
    </label>
  );
}

/** The amount as it is typed; 0 for nothing, null for what is no amount. */
function readTyped(typed: string, currency: Currency): MinorUnits | null {
  return typed.trim() === '' ? ZERO : typedAmount(typed, currency);
}
