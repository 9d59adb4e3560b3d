import type { CatalogueModifier, CatalogueModifierList } from '#contract/menu/catalogue.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { addMoney, fromMajor, type MinorUnits, ZERO } from '#contract/base/money.ts';
import { canTap, chooseTimes, mostTimes, toggleChoice } from '#contract/menu/change-choice.ts';
import {
  areHalves,
  type ChoiceList,
  effectiveBounds,
  isHalved,
  mostPerModifier,
} from '#contract/menu/option-choice.ts';
import { basketLimits } from '#contract/ordering/basket-limits.ts';
import { MenuText } from '../../../components/menu-text.tsx';
import { Stepper } from '../../../components/stepper.tsx';
import { dot } from '../../../language/dot.ts';
import { foodsText } from '../../../language/foods-text.ts';
import { spokenText } from '../../../language/in-language.ts';
import { withPlus } from '../../../language/with-plus.ts';
import type { Words } from '../../../words/words.ts';
import { useSite } from '../../../site.tsx';
import styles from './option-group.module.css';

/** One modifier list of a dish (C03). */
export function OptionGroup({
  list,
  depth,
  choice,
  chosen,
  hasProblem,
  basePrice,
  room,
  onChange,
}: {
  list: CatalogueModifierList;
  /** How many options above have opened it, one below the other. */
  depth: number;
  choice: ChoiceList<ModifierListId, ItemId>;
  chosen: readonly ItemId[];
  /** The guest tried to go on without what is required here. */
  hasProblem: boolean;
  /** The price of the dish, where these are its sizes: they are shown with it, instead of what they add. */
  basePrice: MinorUnits | null;
  /** How many more options the dish can have, of all its lists. */
  room: number;
  onChange: (chosen: readonly ItemId[]) => void;
}) {
  const { menu, words, language } = useSite();
  const { min, max } = effectiveBounds(choice);
  const times = mostPerModifier(choice);
  const isFull = list.allowMultipleSelection && max !== null && chosen.length >= max;
  const isDishFull = room < 1 && (list.allowMultipleSelection || chosen.length === 0);
  const errorId = `error-${list._id}`;
  const isAvailable = new Map(choice.modifiers.map(({ modifierId, isAvailable }) => [modifierId, isAvailable]));
  return (
    <fieldset
      className={styles.group}
      data-list={list._id}
      data-depth={depth || undefined}
      aria-describedby={hasProblem ? errorId : undefined}
    >
      <legend className={styles.legend}>
        <span className={styles.name}>
          <MenuText of={spokenText(menu, list.displayName, list.displayNameTranslations, language)} />
        </span>
        <span className={styles.rule}>
          <span>
            {isHalved(choice) ? words.halves : ruleText(list.allowMultipleSelection, min, max, words)}
            {times > 1 ? dot + words.eachUpTo(times) : null}
            {list.freeModifiers ? dot + words.freeChoices(list.freeModifiers) : null}
          </span>
          {min > 0 ? <span className={hasProblem ? styles.missing : styles.required}>{words.required}</span> : null}
        </span>
      </legend>
      {hasProblem ? (
        <p id={errorId} className={styles.error} role="alert">
          {list.allowMultipleSelection ? words.chooseMore(Math.max(min, 1)) : words.chooseOne}
        </p>
      ) : null}
      <ul>
        {list.modifierList.map((modifier) => {
          const chosenTimes = chosen.filter((id) => id === modifier._id).length;
          const isChosen = chosenTimes > 0;
          return (
            <Option
              key={modifier._id}
              list={list}
              modifier={modifier}
              isChosen={isChosen}
              isHalf={isChosen && areHalves(choice, chosen.length)}
              times={
                times > 1 && isChosen ? { now: chosenTimes, most: mostTimes(choice, chosen, modifier._id, room) } : null
              }
              isSoldOut={isAvailable.get(modifier._id) === false}
              isTappable={canTap(choice, chosen, modifier._id, room)}
              basePrice={basePrice}
              onTap={() => onChange(toggleChoice(choice, chosen, modifier._id, room))}
              onTimes={(next) => onChange(chooseTimes(choice, chosen, modifier._id, next, room))}
            />
          );
        })}
      </ul>
      {isFull && max !== null ? <p className={styles.full}>{words.upTo(max)}</p> : null}
      {isDishFull && !isFull ? <p className={styles.full}>{words.dishFull(basketLimits.modifiersPerLineMax)}</p> : null}
    </fieldset>
  );
}

function Option({
  list,
  modifier,
  isChosen,
  isHalf,
  times,
  isSoldOut,
  isTappable,
  basePrice,
  onTap,
  onTimes,
}: {
  list: CatalogueModifierList;
  modifier: CatalogueModifier;
  isChosen: boolean;
  isHalf: boolean;
  /** How often it is chosen, and may be at most; null where that is no question. */
  times: { now: number; most: number } | null;
  isSoldOut: boolean;
  isTappable: boolean;
  basePrice: MinorUnits | null;
  onTap: () => void;
  onTimes: (times: number) => void;
}) {
  const { menu, words, money, language } = useSite();
  const price = fromMajor(modifier.price, menu.currency);
  const foods = foodsText(modifier, words);
  const name = spokenText(menu, modifier.name, modifier.nameTranslations, language);
  return (
    <li className={times === null ? undefined : styles.counted}>
      <label className={styles.option}>
        <input
          type={list.allowMultipleSelection ? 'checkbox' : 'radio'}
          name={list._id}
          checked={isChosen}
          disabled={!isTappable}
          onChange={onTap}
          // A chosen radio changes nothing when tapped; a choice that is not required can be taken back.
          onClick={isChosen && !list.allowMultipleSelection ? onTap : undefined}
        />
        <span className={styles.optionName}>
          {isHalf ? '½ ' : null}
          <MenuText of={name} />
          {foods === '' ? null : <span className={styles.foods}>{foods}</span>}
        </span>
        {isSoldOut ? <span className={styles.note}>{words.soldOut}</span> : null}
        {basePrice !== null ? (
          <span className={styles.price}>{money(addMoney(basePrice, price))}</span>
        ) : price === ZERO ? null : (
          <span className={styles.price}>{withPlus(money(price), language)}</span>
        )}
      </label>
      {times === null ? null : <Stepper of={name} value={times.now} min={1} most={times.most} onChange={onTimes} />}
    </li>
  );
}

/** 'Choose 1', or 'Multiple select' with what its numbers say. */
function ruleText(isMultiple: boolean, min: number, max: number | null, words: Words): string {
  if (!isMultiple) return words.chooseOne;
  const bounds = [...(min > 1 ? [words.chooseAtLeast(min)] : []), ...(max === null ? [] : [words.atMost(max)])];
  return [words.multipleSelect, ...bounds].join(dot);
}
