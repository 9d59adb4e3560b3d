import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Item } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { catalogueKey } from '../../../api/queries.ts';
import { BulkAvailability } from './bulk-availability.tsx';
import { BulkCategory } from './bulk-category.tsx';
import { BulkPrice } from './bulk-price.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.items;
const dialogs = { category: BulkCategory, availability: BulkAvailability, price: BulkPrice };
type Task = keyof typeof dialogs;

interface BulkEditProps {
  items: readonly Item[];
  /** After the change: nothing is ticked any more. */
  onDone: () => void;
}

/** Actions on many items and modifiers at once (ME-21): all of them are changed, or none. */
export function BulkEdit({ items, onDone }: BulkEditProps) {
  const [task, setTask] = useState<Task | null>(null);
  const remove = useBulkDelete(onDone);
  const Dialog = task === null ? null : dialogs[task];
  return (
    <>
      <Button variant="outlined" onClick={() => setTask('category')}>
        {text.bulkCategory}
      </Button>
      <Button variant="outlined" onClick={() => setTask('availability')}>
        {text.bulkAvailability}
      </Button>
      <Button variant="outlined" onClick={() => setTask('price')}>
        {text.bulkPrice}
      </Button>
      <Button variant="outlined" color="error" startIcon={<DeleteOutlined />} onClick={() => void remove(items)}>
        {text.bulkDelete}
      </Button>
      {Dialog !== null && <Dialog items={items} onClose={() => setTask(null)} onDone={onDone} />}
    </>
  );
}

/** At once, with Undo, as one row is deleted (M17, decision 35). */
function useBulkDelete(onDone: () => void) {
  const cache = useQueryClient();
  const isDeleting = useRef(false);
  const readAgain = () => cache.invalidateQueries({ queryKey: catalogueKey });
  const fail = async (error: unknown) => {
    showToast({ place: 'bar', tone: 'error', text: errorText(error, 'items') });
    await readAgain();
  };
  return async (items: readonly Item[]) => {
    // The refusal of a second press would stand in place of Undo.
    if (isDeleting.current) return;
    isDeleting.current = true;
    const body = { items: items.map(({ _id }) => _id) };
    const takeBack = () => client.call('POST /menu/restore-items', { body }).then(readAgain).catch(fail);
    try {
      const { msg } = await client.call('POST /menu/delete-items', { body });
      isDeleting.current = false;
      // At once, so that Undo gives the focus back to where it is without the bar.
      flushSync(onDone);
      showToast({ place: 'bar', tone: 'ok', text: msg, undo: () => void takeBack() });
      await readAgain();
    } catch (error) {
      isDeleting.current = false;
      await fail(error);
    }
  };
}
