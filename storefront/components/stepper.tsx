import { basketLimits } from '#contract/ordering/basket-limits.ts';
import { useSite } from '../site.tsx';
import { MinusIcon, PlusIcon, TrashIcon } from './icons.tsx';
import styles from './stepper.module.css';

/** How many portions. `min` 0 takes the line away at the last step down. */
export function Stepper({
  of,
  value,
  min,
  onChange,
}: {
  /** Name of the counted thing, for screen readers. */
  of: string;
  value: number;
  min: 0 | 1;
  onChange: (value: number) => void;
}) {
  const { words } = useSite();
  return (
    <fieldset aria-label={of} className={styles.stepper}>
      <button
        type="button"
        className={styles.button}
        aria-label={min === 0 && value === 1 ? words.removeDish(of) : words.decrease}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        {min === 0 && value === 1 ? <TrashIcon /> : <MinusIcon />}
      </button>
      <output className={styles.value}>{value}</output>
      <button
        type="button"
        className={styles.button}
        aria-label={words.increase}
        disabled={value >= basketLimits.quantityMax}
        onClick={() => onChange(value + 1)}
      >
        <PlusIcon />
      </button>
    </fieldset>
  );
}
