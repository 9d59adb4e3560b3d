import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import type { ModifierListId } from '#contract/base/ids.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { errorText } from '../../../words/error-text.ts';
import { isolated, orList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { cacheItem, readItem, readListsById } from './cache-item.ts';
import {
  type Nested,
  nestedBefore,
  openableLists,
  openerNames,
  openingsOf,
  type Openings,
  withOpenings,
} from './nested-form.ts';

const text = words.menu.items.nested;

export interface NestingProps {
  list: ModifierList;
  /** The lists of the dish, in its order. */
  linked: readonly ModifierList[];
  nested: Nested;
  onSave: (nested: Nested) => void;
}

interface Saving {
  /** The nested lists as they were shown, and as they are to be. */
  from: Nested;
  to: Nested;
  isUndo: boolean;
}

/** Its words begin where those above it do. */
const inRow = { px: 0.5, marginInlineStart: -0.5, textAlign: 'start' } as const;

/** Saves the nested lists of the dish, after whatever its links are waiting for. */
export function useNesting(item: Item, queueName: string) {
  const cache = useQueryClient();
  const saving = useMutation({
    scope: { id: queueName },
    mutationFn: async ({ from, to, isUndo }: Saving) => {
      const nestedLists = isUndo ? await readBefore(cache, item, { from, to }) : to;
      return client.call('POST /menu/update-items-modifier/:id', { params: { id: item._id }, form: { nestedLists } });
    },
    onSuccess: ({ item: saved, msg }, { from, to, isUndo }) => {
      cacheItem(cache, saved);
      if (msg === undefined) return;
      const lists = new Map(cache.getQueryData(queries.modifierLists().queryKey)?.map((one) => [one._id, one]));
      const undoing = { from: to, to: from, isUndo: true };
      const canUndo = !isUndo && nestedBefore(saved.nestedLists, undoing, saved.modifierList, lists) !== null;
      showToast({ place: 'bar', tone: 'ok', text: msg, ...(canUndo && { undo: () => saving.mutate(undoing) }) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'items') }),
  });
  const nested = saving.isPending ? saving.variables.to : (item.nestedLists ?? []);
  return { nested, save: (next: Nested) => saving.mutate({ from: nested, to: next, isUndo: false }) };
}

/** Takes a change back among the nested lists that are there now; the server says why where that has become impossible. */
async function readBefore(cache: QueryClient, item: Item, change: { from: Nested; to: Nested }): Promise<Nested> {
  const { nestedLists, modifierList } = (await readItem(cache, item._id)) ?? item;
  return nestedBefore(nestedLists, change, modifierList, await readListsById(cache)) ?? change.to;
}

/** The options that open a list which is not always asked. */
export function NestedNote({ list, linked, nested }: Omit<NestingProps, 'onSave'>) {
  const opener = openerNames(list, nested, new Map(linked.map((one) => [one._id, one])));
  if (opener === null) return null;
  const { options } = opener;
  return (
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {options.length === 0
        ? text.neverAsked
        : text.askedWith({ options: orList(options), list: isolated(opener.list) })}
    </Typography>
  );
}

/** The way back for a list that is not always asked. */
export function UnnestButton({ list, nested, onSave }: Omit<NestingProps, 'linked'>) {
  const others = nested.filter(({ modifierListId }) => modifierListId !== list._id);
  if (others.length === nested.length) return null;
  return (
    <Button onClick={() => onSave(others)} sx={inRow}>
      {text.alwaysAsk}
      <Box component="span" sx={visuallyHidden}>
        {list.name}
      </Box>
    </Button>
  );
}

/** The way to what the options of a list open; a dish with one list has nothing to nest. */
export function NestingButton({ ref, list, linked, nested, onSave }: NestingProps & { ref: Ref<HTMLButtonElement> }) {
  const [isOpen, setOpen] = useState(false);
  if (linked.length < 2 || list.modifierList.length === 0) return null;
  return (
    <>
      <Button ref={ref} onClick={() => setOpen(true)} sx={inRow}>
        {text.alsoAsk}
        <Box component="span" sx={visuallyHidden}>
          {list.name}
        </Box>
      </Button>
      {isOpen && (
        <NestingDialog
          list={list}
          linked={linked}
          nested={nested}
          onSave={(next) => {
            setOpen(false);
            onSave(next);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function NestingDialog({ list, linked, nested, onSave, onClose }: NestingProps & { onClose: () => void }) {
  const [openings, setOpenings] = useState<Openings>(() => openingsOf(list, nested));
  const openable = new Set(
    openableLists(
      linked.map(({ _id }) => _id),
      nested,
      list._id,
    ),
  );
  const lists = linked.filter(({ _id }) => openable.has(_id));
  const toggle = (before: readonly ModifierListId[], id: ModifierListId) =>
    before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return (
    <FormDialog
      title={text.title({ list: isolated(list.name) })}
      {...(lists.length > 0 ? { submitLabel: words.general.form.save } : { cancelLabel: words.general.form.close })}
      isBusy={false}
      onSubmit={() => onSave(withOpenings(nested, list, openings))}
      onClose={onClose}
    >
      <Hint>{lists.length === 0 ? text.noneOpenable : text.hint}</Hint>
      {lists.length > 0 &&
        list.modifierList.map(({ _id, name }) => (
          <Box component="fieldset" key={_id} sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
            <Typography component="legend" variant="subtitle2" dir="auto" sx={{ p: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            {lists.map((other) => (
              <Box key={other._id} sx={{ display: 'flex' }}>
                <FormControlLabel
                  control={<Checkbox />}
                  checked={openings.get(_id)?.includes(other._id) === true}
                  onChange={() => setOpenings(new Map(openings).set(_id, toggle(openings.get(_id) ?? [], other._id)))}
                  label={<bdi>{other.name}</bdi>}
                  sx={{ minHeight: 'var(--control)', overflowWrap: 'anywhere' }}
                />
              </Box>
            ))}
          </Box>
        ))}
    </FormDialog>
  );
}
