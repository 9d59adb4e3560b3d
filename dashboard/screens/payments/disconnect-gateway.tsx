import { useQueryClient } from '@tanstack/react-query';
import type { GatewayKind } from '#contract/base/enumerations.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { ProofDialog } from '../accounts/security/proof-dialog.tsx';

const text = words.payments;

/** Says what ends with the gateway, and asks for the proof. */
export function DisconnectGateway({ kind, onClose }: { kind: GatewayKind; onClose: () => void }) {
  const cache = useQueryClient();
  const gateway = text.gateways[kind];
  return (
    <ProofDialog
      title={text.disconnectTitle({ gateway })}
      hint={text.disconnectHint}
      confirmLabel={text.disconnect}
      isDangerous
      errors="setup"
      onProof={async (proof) => {
        const answer = await client.call('POST /restaurant/disconnect-gateway', { body: proof });
        cache.setQueryData(queries.gateway().queryKey, { gateway: answer.gateway, hasSimulator: answer.hasSimulator });
        showToast({ place: 'bar', tone: 'ok', text: text.disconnected({ gateway }) });
        // The bands on every page follow.
        void cache.invalidateQueries({ queryKey: queries.paymentProblems().queryKey });
        await cache.invalidateQueries({ queryKey: queries.me().queryKey });
      }}
      onClose={onClose}
    />
  );
}
