import { allergens, diets } from '#contract/base/enumerations.ts';
import type { FoodWish } from '#contract/menu/allergens.ts';
import controls from '../../../components/controls.module.css';
import { CloseIcon } from '../../../components/icons.tsx';
import { useSite } from '../../../site.tsx';
import styles from './food-filter.module.css';
import type { MenuIndex } from './search-menu.ts';

interface FoodFilterProps {
  index: MenuIndex;
  wish: FoodWish;
  onWish: (wish: FoodWish) => void;
  onClose: () => void;
}

/** The diets that dishes of the menu declare, and the allergens to do without; nothing where none are declared. */
export function FoodFilter({ index, wish, onWish, onClose }: FoodFilterProps) {
  const { words } = useSite();
  const contained = new Set(index.allergens.map(([, name]) => name));
  const chips = [
    ...diets
      .filter((diet) => index.diets.includes(diet))
      .map((diet) => ({ kind: 'diets' as const, name: diet, label: words.food(diet) })),
    ...allergens
      .filter((name) => contained.has(name))
      .map((name) => ({ kind: 'without' as const, name, label: words.withoutFood(words.food(name)) })),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={styles.bar}>
      <ul className={styles.chips} aria-label={words.foodFilter}>
        {chips.map(({ kind, name, label }) => {
          const isChosen = wish[kind].includes(name);
          const chosen = isChosen ? wish[kind].filter((other) => other !== name) : [...wish[kind], name];
          return (
            <li key={label}>
              <button
                type="button"
                className={styles.chip}
                aria-pressed={isChosen}
                onClick={() => onWish({ ...wish, [kind]: chosen })}
              >
                {label}
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" className={controls.round} aria-label={words.close} onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}
