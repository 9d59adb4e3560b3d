import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import { requireThisMachine } from '#server/http/requests/this-machine.ts';
import { type DevInbox, devInboxHtml } from './dev-inbox.ts';
import { listUnsent, resendUnsent } from './unsent-messages.ts';

export function outboundRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /outbound/unsent-messages': ({ caller }) => {
      const reader = isSupportAccess(caller) ? 'support' : 'owner';
      const list = async (tx: Tx) => ({ messages: await listUnsent(tx, clock(), reader) });
      return transaction(db, caller.restaurantId, list, { readOnly: true });
    },

    'POST /outbound/resend-message/:id': async ({ caller, params, requestId }) => {
      const by = { actor: caller, requestId, at: clock() };
      await transaction(db, caller.restaurantId, (tx) => resendUnsent(tx, by, params.id));
      return confirmationOf('message.resent');
    },
  } satisfies Partial<Handlers>;
}

/**
 * `/dev/inbox` and `/dev/inbox.json`: the messages of the console driver. The app has them outside production mode only
 * (R18), and for people at this machine: they are everybody's codes and links.
 */
export function devInboxPage(inbox: DevInbox): OpenRoute[] {
  return [
    {
      method: 'GET',
      url: '/dev/inbox',
      why: 'A page, and only outside production mode.',
      handler: async (request, reply) => {
        requireThisMachine(request);
        return reply
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(devInboxHtml(inbox.list()));
      },
    },
    {
      method: 'GET',
      url: '/dev/inbox.json',
      why: 'For tests and scripts, and only outside production mode.',
      handler: async (request, reply) => {
        requireThisMachine(request);
        return reply.header('cache-control', 'no-store').send({ messages: inbox.list() });
      },
    },
  ];
}
