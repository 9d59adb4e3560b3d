import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { AdminRestaurant } from '#contract/platform/admin.ts';
import { errorText } from '#contract/base/error-text.ts';
import { client } from '../../api/api.ts';
import { AskDialog } from '../../components/feedback/ask-dialog.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { startSupport } from '../../api/session.ts';

const admin = words.platform.admin;
const text = words.platform.supportAccess;

/** Asks why, and opens the Order Manager of the restaurant in this tab, to be read. */
export function LookInside({
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
      startSupport(token);
      void navigate(paths.liveOrders());
    },
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') });
      onClose();
    },
  });
  return (
    <AskDialog
      title={text.beginTitle({ name })}
      hint={text.beginHint}
      reason={{ label: admin.reason, hint: admin.reasonHint, needed: admin.reasonNeeded }}
      confirm={text.beginConfirm}
      keep={admin.back}
      isDangerous={false}
      isBusy={beginning.isPending}
      onClose={onClose}
      onConfirm={beginning.mutate}
    />
  );
}
