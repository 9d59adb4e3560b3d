import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ListedGuest } from '#contract/customers/guest-list.ts';
import { client } from '../../api/api.ts';
import { customersKey } from '../../api/customer-queries.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { paths } from '../../routing/paths.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';

const text = words.customers.guest;

/** Asks the owner before a guest is erased, and leads back to the list. */
export function EraseCustomer({ guest, onClose }: { guest: ListedGuest; onClose: () => void }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const erasing = useMutation({
    mutationFn: () => client.call('POST /customer/delete-customer/:id', { params: { id: guest._id } }),
    onSuccess: async () => {
      await navigate(paths.customers(), { replace: true });
      cache.removeQueries({ queryKey: customersKey });
      showToast({ place: 'toast', tone: 'ok', text: text.erased });
    },
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text.eraseHeading({ name: guest.name })}
      hint={text.eraseHint}
      confirmLabel={text.erase}
      cancelLabel={text.keep}
      isDangerous
      isBusy={erasing.isPending}
      onClose={onClose}
      onConfirm={() => erasing.mutate()}
    />
  );
}
