import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { CatalogueItem, CatalogueModifierList, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { basketLimits } from '#contract/ordering/basket-limits.ts';
import { fromMajor, toMajor } from '#contract/base/money.ts';
import { priceLine } from '#contract/ordering/basket-price.ts';
import { canRunOutOfRoom, roomForOptions } from '#contract/menu/change-choice.ts';
import { askedOrder, dropClosed, openLists } from '#contract/menu/nested-lists.ts';
import { checkChoices, type ChoiceList, effectiveBounds } from '#contract/menu/option-choice.ts';
import { lettersOver } from '../../../basket/letters-over.ts';
import { replaceLine } from '../../../basket/edit-lines.ts';
import {
  addLine,
  type BasketLine,
  type ChosenModifier,
  hasRoom,
  newKey,
  orderingModeOf,
  portionsIn,
} from '../../../basket/stored-basket.ts';
import { basketTotals, optionPrices } from '../../../basket/price.ts';
import { announce } from '../../../components/announce.ts';
import controls from '../../../components/controls.module.css';
import { NoteCount } from '../../../components/note-count.tsx';
import { Stepper } from '../../../components/stepper.tsx';
import { inLanguage } from '../../../language/in-language.ts';
import { availabilityAt, choiceLists, outletState } from '../../../state/menu.ts';
import type { Place } from '../../../state/place.ts';
import { useBasket, useNow, useSite } from '../../../site.tsx';
import { stateText } from '../../../language/times.ts';
import { BasketButton } from './basket-button.tsx';
import styles from './item-form.module.css';
import { OptionGroup } from './option-group.tsx';

/** Where a dish is opened an outlet has been chosen. */
export type PlaceOfItem = Place & { outlet: CatalogueOutlet };

type Chosen = Partial<Record<ModifierListId, readonly ItemId[]>>;

/** Options, quantity and the one button. The amount on it is that of the line it makes (order-operations 9). */
export function ItemForm({
  item,
  place,
  line,
  head,
  onDone,
}: {
  item: CatalogueItem;
  place: PlaceOfItem;
  /** The line of the basket that is being changed. */
  line: BasketLine | undefined;
  head: ReactNode;
  onDone: () => void;
}) {
  const { menu, words, money, language, basketStore } = useSite();
  const { basket, change } = useBasket();
  const { mode, outlet } = place;
  const lists = choiceLists(menu, item, outlet._id, place.startsAt);
  const [chosen, setChosen] = useState<Chosen>(() => choicesOf(line, lists));
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  const [note, setNote] = useState(line?.note ?? '');
  const [isTried, setIsTried] = useState(false);
  const [news, setNews] = useState('');
  const [isFull, setIsFull] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const noteField = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const isNoteTooLong = lettersOver(note, basketLimits.lineNote) > 0;
  const refusal = useRefusal(item, place, line !== undefined);

  const selections = selectionsOf(lists, chosen);
  const asked = askedOrder(openLists(lists, selections));
  const problems = checkChoices(lists, selections);
  const roomIn = (listId: ModifierListId) =>
    roomForOptions(
      asked.map(({ list }) => list),
      (id) => chosen[id]?.length ?? 0,
      listId,
    );
  const listed = selections.flatMap(({ listId, modifierIds }) => {
    const list = menu.modifierLists.get(listId)!;
    return modifierIds.flatMap((id) => chosenModifier(list, id) ?? []);
  });
  const prices = optionPrices(menu, listed);
  const modifiers = listed.map((modifier, index) => ({ ...modifier, price: prices[index]! }));
  // Several such lists, or options that are charged once for all portions, make no price of one.
  const { chargeOptions } = menu.catalogue.restaurant;
  const [sizes, ...others] = asked
    .map(({ list }) => list)
    .filter(({ listId, openedBy }) => !openedBy && isSizeList(menu.modifierLists.get(listId)!));
  const basePrice = others.length === 0 && chargeOptions === 'each' ? fromMajor(item.price, menu.currency) : null;
  const total = priceLine({
    unitPrice: fromMajor(item.price, menu.currency),
    optionPrices: modifiers.map((modifier) => fromMajor(modifier.price, menu.currency)),
    quantity,
    chargeOptions,
  });

  /** Lists that are not asked any more lose what was chosen from them. */
  function choose(listId: ModifierListId, ids: readonly ItemId[]): void {
    const after = dropClosed(lists, selectionsOf(lists, { ...chosen, [listId]: ids }));
    setChosen(Object.fromEntries(after.map((one) => [one.listId, one.modifierIds])));
    const before = new Set(asked.map(({ list }) => list.listId));
    const opened = openLists(lists, after).filter((list) => !before.has(list.listId));
    const names = opened.map((list) => {
      const { displayName, displayNameTranslations } = menu.modifierLists.get(list.listId)!;
      return inLanguage(displayName, displayNameTranslations, language);
    });
    setNews(names.length === 0 ? '' : words.alsoAsked(names.join(words.comma)));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (problems.length > 0) {
      setIsTried(true);
      showGroup(form.current, problems[0]!.listId);
      return;
    }
    if (isNoteTooLong) return noteField.current?.focus();
    // A message of the page lies outside the dialog, where nobody hears or closes it.
    if (line === undefined && !hasRoom(basket)) return setIsFull(true);
    const made: BasketLine = {
      id: line?.id ?? newKey(),
      _id: item._id,
      name: item.name,
      price: item.price,
      modifierList: modifiers,
      quantity,
      totalPrice: toMajor(total, menu.currency),
      note: note.trim(),
    };
    change((before) => {
      const here = { ...before, orderingMode: orderingModeOf(mode), outlet: { _id: outlet._id, name: outlet.name } };
      return line === undefined ? addLine(here, made, chargeOptions) : replaceLine(here, made);
    });
    onDone();
    const changed = basketStore.get();
    const name = inLanguage(item.name, item.nameTranslations, language);
    announce(words.added(name, words.itemCount(portionsIn(changed)), money(basketTotals(menu, changed).total)));
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.scroll}>
        {head}
        {canRunOutOfRoom(lists) ? (
          <p className={styles.inAll}>{words.optionsInAll(basketLimits.modifiersPerLineMax)}</p>
        ) : null}
        {asked.map(({ list, depth }) => (
          <OptionGroup
            key={list.listId}
            depth={depth}
            list={menu.modifierLists.get(list.listId)!}
            choice={list}
            chosen={chosen[list.listId] ?? []}
            hasProblem={isTried && problems.some((problem) => problem.listId === list.listId)}
            basePrice={list.listId === sizes?.listId ? basePrice : null}
            room={roomIn(list.listId)}
            onChange={(ids) => choose(list.listId, ids)}
          />
        ))}
        {/* Inside the dialog: whatever stands outside it is silent while it is open. */}
        <output className="visually-hidden">{news}</output>
        <div className={styles.note}>
          <label className={controls.field}>
            <span className={controls.label}>
              {words.lineNote} <span className={controls.optional}>({words.optional})</span>
            </span>
            <input
              ref={noteField}
              className={controls.input}
              placeholder={words.lineNoteHint}
              aria-invalid={isNoteTooLong}
              aria-describedby={noteId}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </label>
          <NoteCount id={noteId} text={note} most={basketLimits.lineNote} />
        </div>
        <div className={styles.quantity}>
          <span className={styles.quantityName}>{words.quantity}</span>
          <Stepper of={{ text: words.quantity }} value={quantity} min={1} onChange={setQuantity} />
        </div>
      </div>
      <div className={styles.foot}>
        {isFull && !hasRoom(basket) ? (
          <p role="alert" className={controls.error}>
            {words.basketFull}
          </p>
        ) : null}
        <BasketButton />
        {refusal === null ? (
          <button type="submit" className={`${controls.primary} ${controls.withAmount}`}>
            {line === undefined ? words.addToBasket(quantity) : words.updateBasket}
            <span className={controls.amount}>{money(total)}</span>
          </button>
        ) : (
          <button type="submit" className={controls.primary} disabled>
            {refusal}
          </button>
        )}
      </div>
    </form>
  );

  function chosenModifier(list: CatalogueModifierList, id: ItemId): ChosenModifier | undefined {
    const modifier = list.modifierList.find((other) => other._id === id);
    if (modifier === undefined) return undefined;
    return { _id: id, name: modifier.name, price: modifier.price, modifierListId: list._id };
  }
}

function selectionsOf(lists: readonly ChoiceList<ModifierListId, ItemId>[], chosen: Chosen) {
  return lists.map(({ listId }) => ({ listId, modifierIds: chosen[listId] ?? [] }));
}

/** Why the dish cannot go into the basket now, or null (C04, C05). */
function useRefusal(item: CatalogueItem, place: PlaceOfItem, isInBasket: boolean): string | null {
  const { mode, outlet, startsAt } = place;
  const { menu, words, language } = useSite();
  const now = useNow();
  if (availabilityAt(menu, item, outlet._id, startsAt) !== 'available') return words.soldOut;
  const { unsold = {}, over } = menu.catalogue;
  if (isInBasket ? over?.includes(item._id) : item._id in unsold) return unsold[item._id] ?? words.sale.notNow;
  const state = outletState(outlet, mode, now);
  if (state.kind === 'open') return null;
  // For later it can be had while the outlet is closed, too; whether at that time, the basket says.
  const isAhead = startsAt !== null && startsAt > now;
  if (isAhead && (state.kind === 'closed' || state.kind === 'paused')) return null;
  return stateText(state, { now, outlet, words, language }) ?? words.notOffered;
}

/** The choices of the line that can still be made: of lists that are asked with the others. */
function choicesOf(line: BasketLine | undefined, lists: readonly ChoiceList<ModifierListId, ItemId>[]): Chosen {
  const isOffered = ({ modifierListId, _id }: ChosenModifier) =>
    lists
      .find((list) => list.listId === modifierListId)
      ?.modifiers.some((modifier) => modifier.modifierId === _id && modifier.isAvailable) ?? false;
  const chosen: Record<ModifierListId, ItemId[]> = {};
  for (const modifier of line?.modifierList.filter(isOffered) ?? []) {
    (chosen[modifier.modifierListId] ??= []).push(modifier._id);
  }
  const open = dropClosed(lists, selectionsOf(lists, chosen));
  return Object.fromEntries(open.map(({ listId, modifierIds }) => [listId, modifierIds]));
}

/** Brings the group into sight, with the focus on its first option (C03). */
function showGroup(form: HTMLFormElement | null, listId: string): void {
  const group = form?.querySelector(`[data-list="${CSS.escape(listId)}"]`);
  group?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  group?.querySelector<HTMLInputElement>('input:not(:disabled)')?.focus({ preventScroll: true });
}

/** Whether exactly one of the list is chosen, at a price of its own. */
function isSizeList(list: CatalogueModifierList): boolean {
  return (
    !list.allowMultipleSelection && effectiveBounds(list).min > 0 && list.modifierList.some(({ price }) => price > 0)
  );
}
