import type { OpenRoute } from '#server/http/open-routes.ts';
import { requireThisMachine } from '#server/http/requests/this-machine.ts';
import { type DevInbox, devInboxHtml } from './dev-inbox.ts';

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
