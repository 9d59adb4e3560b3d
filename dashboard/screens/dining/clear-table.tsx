import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DiningTable } from '#contract/dining.ts';
import { errorText } from '#contract/messages/error-text.ts';
import { client } from '../../api.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { showMessage } from '../../components/message-store.ts';
import { words } from '../../messages/words.ts';
import { queries } from '../../queries.ts';

const { dining: text } = words;

/** The guests of a table have gone: who comes next begins with an empty basket. */
export function ClearTable({ table, guests, onClose }: { table: DiningTable; guests: number; onClose: () => void }) {
  const cache = useQueryClient();
  const clearing = useMutation({
    mutationFn: () => client.call('POST /dining/clear-table/:id', { params: { id: table._id } }),
    onSuccess: () => {
      showMessage({ place: 'bar', tone: 'ok', text: text.cleared(table.name) });
      onClose();
    },
    onError: (error) => showMessage({ place: 'bar', tone: 'error', text: errorText(error, 'record') }),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.sittings().queryKey }),
  });
  return (
    <AskDialog
      title={text.clearTitle(table.name)}
      hint={text.clearHint(guests)}
      confirm={text.clear}
      keep={text.cancel}
      isDangerous
      isBusy={clearing.isPending}
      onClose={onClose}
      onConfirm={() => clearing.mutate()}
    />
  );
}
