import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { AdminRestaurant } from '#contract/platform/admin.ts';
import { client } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx';
import { checkedCall } from '../../components/form/checked-form.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { startSupportAccess } from '../../api/session.ts';
import { errorText } from '../../words/error-text.ts';

const admin = words.platform.admin;
const text = words.platform.supportAccess;

/** Asks why, and opens the Order Manager of the restaurant in this tab, to be read. */
export function SupportAccessDialog({
  restaurant: { _id: id, name },
  onClose,
}: {
  restaurant: AdminRestaurant;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const beginning = useMutation({
    mutationFn: (reason: string) =>
      client.call('POST /admin/begin-support-access/:id', { params: { id }, body: { reason } }),
    onSuccess: ({ token }) => {
      startSupportAccess(token);
      void navigate(paths.liveOrders());
    },
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text.beginTitle({ name })}
      hint={text.beginHint}
      reason={{
        label: admin.reason,
        hint: admin.reasonHint,
        call: (reason) => checkedCall('POST /admin/begin-support-access/:id', { reason }),
      }}
      confirmLabel={text.beginConfirm}
      cancelLabel={admin.back}
      isDangerous={false}
      isBusy={beginning.isPending}
      onClose={onClose}
      onConfirm={beginning.mutate}
    />
  );
}
