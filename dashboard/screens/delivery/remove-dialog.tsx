import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

interface RemoveDialogProps {
  title: string;
  hint: string;
  label: string;
  remove: () => Promise<{ msg: string }>;
  /** The list that is read anew, whatever the answer is. */
  listKey: QueryKey;
  onClose: () => void;
}

/** Asks before somebody who delivers is taken off the list. */
export function RemoveDialog({ title, hint, label, remove, listKey, onClose }: RemoveDialogProps) {
  const cache = useQueryClient();
  const isShown = useIsShown();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
    onSettled: () => cache.invalidateQueries({ queryKey: listKey }),
  });
  return (
    <ConfirmDialog
      title={title}
      hint={hint}
      confirmLabel={label}
      cancelLabel={words.dining.cancel}
      isDangerous
      isBusy={removing.isPending}
      onClose={onClose}
      onConfirm={() => removing.mutate()}
    />
  );
}
