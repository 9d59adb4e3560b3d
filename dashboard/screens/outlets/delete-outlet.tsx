import { useQueryClient } from '@tanstack/react-query';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../api/api.ts';
import { catalogueKey, outletsKey, queries } from '../../api/queries.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { errorText } from '../../words/error-text.ts';
import { ProofDialog } from '../accounts/security/proof-dialog.tsx';
import { withLiveOrders } from './outlet-status.tsx';

const text = words.outlets.outlets;

/** Asks for the password, and deletes the outlet; the message that says so can bring it back (M17, decision 35). */
export function DeleteOutlet({ outlet, onClose }: { outlet: Outlet; onClose: () => void }) {
  const cache = useQueryClient();
  const params = { id: outlet._id };
  const readAgain = () =>
    Promise.all(
      [queries.outlets().queryKey, outletsKey, catalogueKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  const takeBack = async () => {
    try {
      await client.call('POST /outlet/restore-outlet/:id', { params });
    } catch (error) {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'outlets') });
    }
    await readAgain();
  };
  return (
    <ProofDialog
      title={text.deleteTitle({ outlet: outlet.name })}
      hint={text.deleteHint}
      confirmLabel={text.deleteConfirm}
      isDangerous
      errors="outlets"
      onProof={async (proof) => {
        const { msg, liveOrders } = await client.call('DELETE /outlet/delete-outlet/:id', { params, body: proof });
        showToast({ place: 'bar', tone: 'ok', text: withLiveOrders(msg, liveOrders), undo: () => void takeBack() });
        void readAgain();
      }}
      onClose={onClose}
    />
  );
}
