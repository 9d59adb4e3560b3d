import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TableId } from '#contract/base/ids.ts';
import { client } from '../../api/api.ts';
import { words } from '../../words/words.ts';
import { tableSessionsKey } from '../../api/dining-queries.ts';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';
import { type BillOfTable, unpaidText } from './paid-online.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../form/use-is-shown.ts';

const text = words.dining;

interface ClearTableProps {
  tableId: TableId;
  name: string;
  /** Phones that share its basket. */
  guests: number;
  bill: BillOfTable;
  onClose: () => void;
}

/** The guests of a table have gone: who comes next begins with an empty basket. */
export function ClearTable({ tableId: id, name, guests, bill, onClose }: ClearTableProps) {
  const cache = useQueryClient();
  const isShown = useIsShown();
  const clearing = useMutation({
    mutationFn: () => client.call('POST /dining/clear-table/:id', { params: { id } }),
    onSuccess: () => {
      showToast({ place: 'bar', tone: 'ok', text: text.cleared({ name }) });
      if (isShown()) onClose();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: tableSessionsKey }),
  });
  return (
    <ConfirmDialog
      title={text.clearTitle({ name })}
      hint={[unpaidText(bill), text.clearHint({ guests })].filter((sentence) => sentence !== null).join(' ')}
      confirmLabel={text.clear}
      cancelLabel={text.cancel}
      isDangerous
      isBusy={clearing.isPending}
      onClose={onClose}
      onConfirm={() => clearing.mutate()}
    />
  );
}
