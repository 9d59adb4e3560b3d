import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { flushSync } from 'react-dom';
import type { ItemsChange } from '#contract/menu/item-changes.ts';
import type { Item } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { catalogueKey } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';
import { seenItems } from './price-form.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';

const text = words.menu.items;

export interface BulkTaskProps {
  items: readonly Item[];
  onClose: () => void;
  onDone: () => void;
}

interface BulkDialogProps extends BulkTaskProps {
  title: string;
  /** Null as long as something is missing. */
  change: ItemsChange | null;
  children: ReactNode;
}

/** Asks what shall become of the ticked items, and does it to all of them or none. */
export function BulkDialog({ items, title, change, children, onClose, onDone }: BulkDialogProps) {
  const titleId = useId();
  const cache = useQueryClient();
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (wanted: ItemsChange) =>
      client.call('POST /menu/change-items', {
        body: { items: seenItems(items), change: wanted },
      }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      // At once, so that the focus is back in the bar before the bar goes.
      if (isShown()) flushSync(onClose);
      onDone();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'items') }),
    onSettled: () => cache.invalidateQueries({ queryKey: catalogueKey }),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (change !== null && !saving.isPending) saving.mutate(change);
        }}
      >
        <DialogContent sx={{ pt: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{words.general.form.close}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={change === null}
            aria-busy={saving.isPending || undefined}
          >
            {text.bulkSave({ count: items.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
