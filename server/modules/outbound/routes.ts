import type { OpenRoute } from '#server/http/open-routes.ts';
import { type DevInbox, devInboxHtml } from './dev-inbox.ts';

/**
 * `/dev/inbox` and `/dev/inbox.json`: the messages of the console driver. The app has them outside production mode only
 * (R18).
 */
export function devInboxPage(inbox: DevInbox): OpenRoute[] {
  return [
    {
      method: 'GET',
      url: '/dev/inbox',
      why: 'A page, and only outside production mode.',
      handler: async (_, reply) =>
        reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(devInboxHtml(inbox.list())),
    },
    {
      method: 'GET',
      url: '/dev/inbox.json',
      why: 'For tests and scripts, and only outside production mode.',
      handler: async (_, reply) => reply.header('cache-control', 'no-store').send({ messages: inbox.list() }),
    },
  ];
}
