import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Mode } from '#contract/base/enumerations.ts';
import type { ItemId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { isSoldOutNow } from '#contract/menu/availability.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { priceIn } from '#contract/menu/mode-price.ts';
import { arrangeChosen, askedOrder, dropClosed, openerOf, openLists } from '#contract/menu/nested-lists.ts';
import {
  canRunOutOfRoom,
  canTap,
  chooseTimes,
  mostTimes,
  roomForOptions,
  toggleChoice,
} from '#contract/menu/change-choice.ts';
import {
  areHalves,
  checkChoices,
  type ChoiceList,
  effectiveBounds,
  mostPerModifier,
  withoutDeadEnds,
} from '#contract/menu/option-choice.ts';
import { queries } from '../../api/queries.ts';
import { serverNow } from '../../live/server-time.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { choiceText } from './choice-text.ts';
import { Failure } from '../feedback/failure.tsx';
import { Hint } from '../feedback/hint.tsx';
import { LoadingBlock } from '../feedback/loading-block.tsx';
import { pressable } from '../form/pressable.ts';
import { Stepper } from '../form/stepper.tsx';
import { isNamed } from '../list/text-search.ts';
import { amountText, withPlus } from '../order/amount.ts';
import { optionText } from '../order/option-texts.ts';

const text = words.menu.dishPicker;

type Selections = { modifierListId: ModifierListId; modifierIds: ItemId[] }[];

/** A dish with its options, as it is ordered. */
export interface PickedDish {
  item: Item;
  selections: Selections;
  /** The names of the chosen options, to be read. */
  options: string[];
}

interface DishPickerProps {
  outletId: OutletId;
  /** A price may be another in it. */
  mode: Mode;
  currency: string;
  onPick: (dish: PickedDish) => void;
}

/** Most dishes shown: whoever types another letter finds the others. */
const shownMax = 30;

/** Finds a dish by its name while somebody types, and asks for its options. */
export function DishPicker({ outletId, mode, currency, onPick }: DishPickerProps) {
  const dishes = useQuery(queries.items());
  const options = useQuery(queries.modifierLists());
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Item | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const { data: items } = dishes;
  const { data: lists } = options;
  if (items === undefined || lists === undefined) {
    const failed = [dishes, options].find(({ isError }) => isError);
    if (failed === undefined) return <LoadingBlock height={160} />;
    const retry = () => void Promise.all([dishes.refetch(), options.refetch()]);
    return <Failure error={failed.error} place="items" onRetry={retry} />;
  }
  const listsOf = (item: Item) => item.modifierList.flatMap((id) => lists.find(({ _id }) => _id === id) ?? []);
  /** The pressed button goes, and the focus goes on at what comes in its place. A tap would open the keyboard of a tablet. */
  const goOn = ({ detail }: MouseEvent, change: () => void) => {
    flushSync(change);
    if (detail === 0) part.current?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)')?.focus();
  };
  const pick = (dish: PickedDish) => {
    setChosen(null);
    setSearch('');
    onPick(dish);
  };
  if (chosen !== null) {
    return (
      <div ref={part}>
        <DishOptions
          item={chosen}
          lists={listsOf(chosen)}
          outletId={outletId}
          mode={mode}
          currency={currency}
          onBack={(event) => goOn(event, () => setChosen(null))}
          onPick={(event, dish) => goOn(event, () => pick(dish))}
        />
      </div>
    );
  }
  const matching = items.filter((item) => item.type === 'item' && isNamed(item, search));
  return (
    <Box ref={part} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <TextField
        type="search"
        label={text.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
      />
      {matching.length === 0 && <Hint>{text.none}</Hint>}
      <Box
        component="ul"
        aria-label={text.dishes}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 320, overflowY: 'auto' }}
      >
        {matching.slice(0, shownMax).map((item) => (
          <li key={item._id}>
            <Button
              color="inherit"
              fullWidth
              disabled={isOut(item, outletId)}
              onClick={(event) =>
                goOn(event, () =>
                  item.modifierList.length === 0 ? pick({ item, selections: [], options: [] }) : setChosen(item),
                )
              }
              sx={{
                flexWrap: 'wrap',
                justifyContent: 'space-between',
                columnGap: 2,
                textAlign: 'start',
                px: 1,
                minHeight: 'var(--control)',
              }}
            >
              {/* Beside large text the price takes the next line, before words of the name break. */}
              <Box component="span" dir="auto" sx={{ flex: '1 1 7rem', minWidth: 0, overflowWrap: 'anywhere' }}>
                <bdi>{item.name}</bdi>
              </Box>
              <Box component="span" sx={{ whiteSpace: 'nowrap', fontWeight: 400 }}>
                {isOut(item, outletId) ? text.soldOut : amountText(priceIn(item, mode), currency)}
              </Box>
            </Button>
          </li>
        ))}
      </Box>
    </Box>
  );
}

function isOut(
  {
    soldOut,
    InActiveOutletIds,
    soldOutAt = [],
    quantityAt = [],
  }: Pick<Item, 'soldOut' | 'InActiveOutletIds'> & Partial<Pick<Item, 'soldOutAt' | 'quantityAt'>>,
  outletId: OutletId,
): boolean {
  return (
    soldOut ||
    InActiveOutletIds.some(({ _id }) => _id === outletId) ||
    soldOutAt.some((mark) => mark.outletId === outletId && isSoldOutNow(mark, serverNow())) ||
    quantityAt.some((count) => count.outletId === outletId && count.quantity === 0)
  );
}

function DishOptions({
  item,
  lists,
  outletId,
  mode,
  currency,
  onBack,
  onPick,
}: Omit<DishPickerProps, 'onPick'> & {
  item: Item;
  lists: readonly ModifierList[];
  onBack: (event: MouseEvent) => void;
  onPick: (event: MouseEvent, dish: PickedDish) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlyMap<ModifierListId, readonly ItemId[]>>(new Map());
  const choices = withoutDeadEnds(
    lists.map((list) => ({ ...choiceList(list, outletId), ...openerOf(item, list._id) })),
  );
  const made = [...chosen].flatMap(([listId, modifierIds]) =>
    modifierIds.length === 0 ? [] : [{ listId, modifierIds }],
  );
  const asked = askedOrder(openLists(choices, made)).map(({ list: choice, depth }) => ({
    choice,
    depth,
    list: lists.find(({ _id }) => _id === choice.listId)!,
  }));
  const selections = asked.flatMap(({ list: { _id } }) => {
    const modifierIds = [...(chosen.get(_id) ?? [])];
    return modifierIds.length === 0 ? [] : [{ modifierListId: _id, modifierIds }];
  });
  const problems = checkChoices(choices, made);
  const lacking = asked.filter(({ choice: { listId } }) =>
    problems.some((problem) => problem.listId === listId && problem.code === 'too_few'),
  );
  const lackingId = useId();
  const roomIn = (listId: ModifierListId) =>
    roomForOptions(
      asked.map(({ choice }) => choice),
      (id) => chosen.get(id)?.length ?? 0,
      listId,
    );
  const timesOf = (list: ModifierList, id: ItemId) => chosen.get(list._id)?.filter((one) => one === id).length ?? 0;
  const names = optionNames(lists, choices, chosen);
  const choose = (list: ModifierList, next: (before: readonly ItemId[]) => readonly ItemId[]) =>
    setChosen((before) => {
      const after = new Map(before).set(list._id, next(before.get(list._id) ?? []));
      const kept = dropClosed(
        choices,
        [...after].map(([listId, modifierIds]) => ({ listId, modifierIds })),
      );
      return new Map(kept.map(({ listId, modifierIds }) => [listId, modifierIds]));
    });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography component="p" variant="subtitle1" dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <bdi>{item.name}</bdi>
      </Typography>
      {canRunOutOfRoom(choices) && <Hint>{text.optionsInAll({ most: limits.modifiersPerLineMax })}</Hint>}
      {asked.map(({ choice, list, depth }) => (
        <Box
          component="fieldset"
          key={list._id}
          sx={{ border: 0, m: 0, p: 0, paddingInlineStart: 2 * depth, minInlineSize: 0 }}
        >
          <Typography component="legend" variant="subtitle2" dir="auto" sx={{ p: 0 }}>
            {list.displayName}
          </Typography>
          <Hint>{choiceText(list)}</Hint>
          {list.modifierList.map(({ _id, name, ...option }) => (
            <Box key={_id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
              <FormControlLabel
                disabled={!canTap(choice, chosen.get(list._id) ?? [], _id, roomIn(list._id))}
                control={effectiveBounds(list).max === 1 ? <Radio /> : <Checkbox />}
                checked={timesOf(list, _id) > 0}
                onChange={() => choose(list, (before) => toggleChoice(choice, before, _id, roomIn(list._id)))}
                label={optionLabel(name, priceIn(option, mode), currency)}
                sx={{ flex: '1 1 12rem', minHeight: 'var(--control)' }}
              />
              {timesOf(list, _id) > 0 && mostPerModifier(list) > 1 && (
                <Stepper
                  name={name}
                  value={timesOf(list, _id)}
                  least={1}
                  most={mostTimes(choice, chosen.get(list._id)!, _id, roomIn(list._id))}
                  onChange={(times) =>
                    choose(list, (before) => chooseTimes(choice, before, _id, times, roomIn(list._id)))
                  }
                />
              )}
            </Box>
          ))}
        </Box>
      ))}
      {/* The buttons stay beside each other, however long the names of what is missing. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, justifyContent: 'flex-end' }}>
        {lacking.length > 0 && (
          <Hint id={lackingId}>
            {words.general.form.stillNeeded({ missing: commaList(lacking.map(({ list }) => list.displayName)) })}
          </Hint>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
          <Button onClick={onBack}>{text.back}</Button>
          <Button
            variant="outlined"
            {...pressable(problems.length === 0, (event) => onPick(event, { item, selections, options: names }))}
            aria-describedby={lacking.length > 0 ? lackingId : undefined}
          >
            {text.choose}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

/** The chosen options in the order in which they were asked. */
function optionNames(
  lists: readonly ModifierList[],
  choices: readonly ChoiceList<ModifierListId, ItemId>[],
  chosen: ReadonlyMap<ModifierListId, readonly ItemId[]>,
): string[] {
  const listed = lists.flatMap((list) => {
    const ids = chosen.get(list._id) ?? [];
    const isHalf = areHalves(list, ids.length);
    return list.modifierList.flatMap(({ _id: modifierId, name }) => {
      const times = ids.filter((id) => id === modifierId).length;
      return times === 0 ? [] : [{ listId: list._id, modifierId, name: optionText({ name, isHalf }, times) }];
    });
  });
  return arrangeChosen(choices, listed).map(({ one }) => one.name);
}

function optionLabel(name: string, price: number, currency: string): string {
  return price === 0 ? name : text.option({ name, price: withPlus(amountText(price, currency)) });
}

function choiceList(list: ModifierList, outletId: OutletId): ChoiceList<ModifierListId, ItemId> {
  const modifiers = list.modifierList.map((one) => ({ modifierId: one._id, isAvailable: !isOut(one, outletId) }));
  return { ...list, listId: list._id, modifiers };
}
