import { basketLimits } from '#contract/ordering/basket-limits.ts';
import type { SpokenText } from '../language/in-language.ts';
import { useSite } from '../site.tsx';
import { MinusIcon, PlusIcon, TrashIcon } from './icons.tsx';
import { MenuText, menuLabel } from './menu-text.tsx';
import { pressable } from './pressable.ts';
import styles from './stepper.module.css';

/** How many portions. `min` 0 takes the line away at the last step down. */
export function Stepper({
  of,
  value,
  min,
  most = basketLimits.quantityMax,
  onChange,
}: {
  /** Name of the counted thing, for screen readers. */
  of: SpokenText;
  value: number;
  min: 0 | 1;
  most?: number;
  onChange: (value: number) => void;
}) {
  const { words } = useSite();
  const isLast = min === 0 && value === 1;
  const removing = menuLabel(words.removeDish, of);
  return (
    <fieldset aria-label={of.lang === undefined ? of.text : undefined} className={styles.stepper}>
      {of.lang === undefined ? null : (
        <legend className="visually-hidden">
          <MenuText of={of} />
        </legend>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={isLast ? removing.label : words.decrease}
        {...pressable(value > min, () => onChange(value - 1))}
      >
        {isLast ? removing.hidden : null}
        {isLast ? <TrashIcon /> : <MinusIcon />}
      </button>
      <output className={styles.value}>{value}</output>
      <button
        type="button"
        className={styles.button}
        aria-label={words.increase}
        {...pressable(value < most, () => onChange(value + 1))}
      >
        <PlusIcon />
      </button>
    </fieldset>
  );
}
