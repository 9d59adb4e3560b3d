import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { isUnanswered } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { latinNumber } from '#contract/base/typed-number.ts';
import type { Item } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { wholeUpTo } from '../../../components/form/whole-number.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';
import { useSendCount } from './use-send-count.ts';

const text = words.menu.inventory;
const problemOf = wholeUpTo(limits.stockMax);
/** How long the check mark stays. */
const SAVED_SHOWN = 2000;

/** The text while somebody edits it, and the quantity that was there when they began. */
interface Edit {
  entered: string;
  seenQuantity: number | null;
}

/**
 * How many are left, at an outlet or in all. Sent on leaving the field and on Enter, which goes on to the next one, but only when it was
 * changed and is not empty (order-operations 5); an outlet's own count ends with an empty field. While somebody is in it no order changes what it shows; the server counts those in (R40).
 */
export function QuantityField({ item, outletId }: { item: Item; outletId: OutletId | null }) {
  const left = item.quantity ?? null;
  const [edit, setEdit] = useState<Edit | null>(null);
  const cache = useQueryClient();
  const sendCount = useSendCount(item._id, outletId);
  const saving = useMutation({
    mutationFn: async ({ entered, seenQuantity }: Edit) => {
      const params = { id: item._id };
      const quantity = entered === '' ? null : Number(entered);
      const answer = await sendCount({ entered: quantity, seen: seenQuantity }, async (quantitySeen) =>
        outletId === null
          ? client.call('POST /menu/update-items-modifier/:id', {
              params,
              query: { subtype: 'noSnackBar' },
              form: { quantity, quantitySeen },
            })
          : client.call('POST /menu/update-outlet-quantity/:id', {
              params,
              body: { outletId, quantity, quantitySeen },
            }),
      );
      cache.setQueryData(queries.items().queryKey, (items) =>
        items?.map((one) => (one._id === item._id ? answer.item : one)),
      );
    },
    onError: (error) => {
      const mayBeStored = isUnanswered(error);
      // The field shows what is stored as soon as it can be asked for.
      if (mayBeStored) void cache.invalidateQueries(queries.items());
      showToast({
        place: 'toast',
        tone: 'error',
        text: (mayBeStored ? text.inDoubt : text.rolledBack)({
          name: item.name,
          sentence: errorText(error, 'operation'),
        }),
      });
    },
  });
  useResetAfterShown(saving.isSuccess, saving.reset);

  const shown = edit?.entered ?? (saving.isPending ? saving.variables.entered : textOf(left));
  const problem = problemOf(shown);
  const begin = () => {
    // A wrong entry was left to be corrected.
    if (!saving.isPending) setEdit((before) => ({ entered: before?.entered ?? textOf(left), seenQuantity: left }));
  };
  const finish = () => {
    if (edit === null) return;
    const entered = latinNumber(edit.entered);
    const isChanged = (entered !== '' || outletId !== null) && entered !== textOf(edit.seenQuantity);
    // A wrong entry stays in the field, to be corrected.
    if (isChanged && problemOf(entered) !== true) return;
    setEdit(null);
    if (isChanged) saving.mutate({ entered, seenQuantity: edit.seenQuantity });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') goOn(event.currentTarget);
    if (event.key === 'Escape') setEdit({ entered: textOf(left), seenQuantity: left });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 28px', columnGap: 1, alignItems: 'center' }}>
      <EditingArea>
        <OutlinedInput
          value={shown}
          placeholder={text.notCounted}
          error={problem !== true || saving.isError}
          readOnly={saving.isPending}
          onFocus={(event) => {
            begin();
            event.currentTarget.select();
          }}
          onChange={(event) =>
            setEdit({ entered: event.target.value, seenQuantity: edit === null ? left : edit.seenQuantity })
          }
          onBlur={finish}
          inputProps={{
            'aria-label': text.quantityOf({ name: item.name }),
            inputMode: 'numeric',
            maxLength: 9,
            autoComplete: 'off',
            'data-quantity': true,
            onKeyDown,
          }}
          sx={{
            // The field takes the edge of its parent: one of its own would follow the direction of its text, which the words
            // for an empty one do not share with digits.
            textAlign: 'end',
            '& input': { minWidth: 0 },
            '& input::placeholder': { fontSize: '0.875rem', opacity: 1 },
          }}
        />
      </EditingArea>
      <SavedMark isPending={saving.isPending} isSaved={saving.isSuccess} />
      <Box role={problem === true && !saving.isError ? undefined : 'alert'} sx={{ gridColumn: '1 / -1' }}>
        <Problem text={problem === true ? sentenceOf(saving.error) : problem} />
      </Box>
    </Box>
  );
}

function SavedMark({ isPending, isSaved }: { isPending: boolean; isSaved: boolean }) {
  return (
    <Box component="output" sx={{ display: 'grid', placeItems: 'center', color: 'success.main' }}>
      {isPending && <CircularProgress size={20} aria-label={text.saving} />}
      {isSaved && (
        <>
          <CheckCircle aria-hidden />
          <Box component="span" sx={visuallyHidden}>
            {text.saved}
          </Box>
        </>
      )}
    </Box>
  );
}

function sentenceOf(error: Error | null): string | null {
  if (error === null) return null;
  return isUnanswered(error) ? text.notConfirmed : text.notSaved;
}

function Problem({ text: sentence }: { text: string | null }) {
  if (sentence === null) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'error.main', typography: 'subtitle2' }}>
      <ErrorOutlined aria-hidden fontSize="small" />
      {sentence}
    </Box>
  );
}

/** To the next quantity of the page; after the last one back to the search, for the name of the next dish. */
function goOn(field: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[data-quantity]')];
  const next = fields[fields.indexOf(field) + 1] ?? document.querySelector<HTMLInputElement>('main input[type=search]');
  next?.focus();
}

function textOf(quantity: number | null): string {
  return quantity === null ? '' : String(quantity);
}

/** Takes a success off the screen after a moment. */
function useResetAfterShown(isSuccess: boolean, reset: () => void): void {
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SAVED_SHOWN);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
}
