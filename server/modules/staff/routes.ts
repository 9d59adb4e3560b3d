import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { acceptInvitation, requireInvitation } from './accept-invitation.ts';
import { changeMembership, removeStaff } from './change-staff.ts';
import { cancelInvitation, inviteStaff, resendInvitation } from './invite-staff.ts';
import { listColleagues, listInvitations } from './queries.ts';
import { roleMatrix } from './role-matrix.ts';
import { colleagueOnWire, invitationOnWire } from './wire.ts';

type StaffDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'withProof' | 'streams'>;

export function staffRoutes(deps: StaffDeps) {
  const { db, clock } = deps;
  return {
    'GET /staff/get-staff': ({ caller: { restaurantId, userId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => ({
          staff: (await listColleagues(tx, restaurantId)).map((row) => colleagueOnWire(row, userId)),
          invitations: (await listInvitations(tx, restaurantId, clock())).map(invitationOnWire),
        }),
        { readOnly: true },
      ),

    'GET /staff/role-matrix': async () => ({ abilities: roleMatrix }),

    'POST /staff/invite': async ({ caller, body, requestId, clientAddress }) => {
      const invitation = await inviteStaff(deps, { ...caller, actor: caller, requestId, clientAddress }, body);
      return { invitation: invitationOnWire(invitation), ...confirmationOf('staff.invited') };
    },

    'POST /staff/resend-invitation/:id': async ({ caller, params, requestId }) => {
      const { restaurantId } = caller;
      const invitation = await resendInvitation(deps, { restaurantId, actor: caller, requestId }, params.id);
      return { invitation: invitationOnWire(invitation), ...confirmationOf('staff.invited_again') };
    },

    'DELETE /staff/cancel-invitation/:id': async ({ caller, params, requestId }) => {
      await cancelInvitation(deps, { restaurantId: caller.restaurantId, actor: caller, requestId }, params.id);
      return confirmationOf('staff.invitation_cancelled');
    },

    'POST /staff/update-role/:id': async ({ caller, params, body, requestId, clientAddress }) => {
      const by = { ...caller, actor: caller, requestId, clientAddress };
      const colleague = await changeMembership(deps, by, params.id, body);
      return {
        colleague: colleagueOnWire(colleague, caller.userId),
        ...confirmationOf(body.outletIds === undefined ? 'staff.role_changed' : 'staff.outlets_changed'),
      };
    },

    'DELETE /staff/remove/:id': async ({ caller, params, body: proof, requestId, clientAddress }) => {
      await removeStaff(deps, { ...caller, actor: caller, requestId, clientAddress }, params.id, proof);
      return confirmationOf('staff.removed');
    },

    'POST /auth/find-invitation': async ({ body }) => {
      const { invitation, restaurant } = await requireInvitation(deps, body.token);
      const { email, role, invited_by_name: invitedBy } = invitation;
      return { restaurant, email, role, invitedBy };
    },

    'POST /auth/accept-invitation': ({ body, requestId, ...client }) => acceptInvitation(deps, body, requestId, client),
  } satisfies Partial<Handlers>;
}
