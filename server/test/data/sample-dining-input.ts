import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Sample } from './sample-input.ts';

/** The key of a phone at the table. */
export const sampleParticipantKey = '5ea7'.repeat(8);

/** The part of `sampleInput` about tables and the baskets that phones share there. */
export const sampleDiningInput = {
  'GET /dining/get-tables/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'POST /dining/add-tables/:id': ({ outletId, diningAreaId }) => ({
    params: { id: outletId },
    body: { names: [`T${Math.random().toString(36).slice(2)}`], areaId: diningAreaId },
  }),
  'POST /dining/update-table/:id': ({ tableId, diningAreaId }) => ({
    params: { id: tableId },
    body: { name: '12', areaId: diningAreaId },
  }),
  'POST /dining/new-code/:id': ({ tableId }) => ({ params: { id: tableId } }),
  'DELETE /dining/delete-table/:id': ({ tableId }) => ({ params: { id: tableId } }),
  'POST /dining/restore-table/:id': ({ tableId }) => ({ params: { id: tableId } }),
  'POST /dining/update-area/:id': ({ diningAreaId }) => ({ params: { id: diningAreaId }, body: { name: 'Garden' } }),
  'DELETE /dining/delete-area/:id': ({ diningAreaId }) => ({ params: { id: diningAreaId } }),
  'POST /dining/restore-area/:id': ({ diningAreaId }) => ({ params: { id: diningAreaId } }),
  'POST /dining/arrange/:id': ({ outletId, tableId, diningAreaId }) => ({
    params: { id: outletId },
    body: { tables: [tableId], areas: [diningAreaId] },
  }),
  'POST /dining/find-table': ({ tableCode }) => ({ body: { table: tableCode } }),
  'POST /dining/request-service': ({ tableCode }) => ({ body: { table: tableCode, kind: 'waiter' } }),
  'GET /dining/get-service-requests': () => ({}),
  'POST /dining/answer-service-request/:id': ({ serviceRequestId }) => ({ params: { id: serviceRequestId } }),
  'POST /dining/join-table-session': ({ tableCode }) => ({
    body: { table: tableCode, participantKey: sampleParticipantKey },
  }),
  'POST /dining/read-table-session': ({ tableSessionId }) => ({
    body: { tableSessionId: tableSessionId, participantKey: sampleParticipantKey },
  }),
  'POST /dining/share-lines': ({ tableSessionId, items }) => ({
    body: {
      tableSessionId: tableSessionId,
      participantKey: sampleParticipantKey,
      name: 'Sara',
      lines: [{ id: 'one', itemId: items.water, selections: [], quantity: 1, note: '' }],
    },
  }),
  'POST /dining/remove-lines': ({ tableSessionId }) => ({
    body: { tableSessionId: tableSessionId, participantKey: sampleParticipantKey, participant: 1 },
  }),
  'POST /dining/read-bill': ({ tableSessionId }) => ({
    body: { tableSessionId, participantKey: sampleParticipantKey },
  }),
  'POST /dining/pay-bill': ({ tableSessionId, orderId }) => ({
    body: { tableSessionId, participantKey: sampleParticipantKey, lines: [{ orderId, lineNumber: 1 }] },
  }),
  'POST /dining/give-up-bill/:reference': ({ tableSessionId, orderId }) => ({
    params: { reference: `${orderId}.c2lnbmVk` },
    body: { tableSessionId },
  }),
  'GET /dining/get-table-sessions': () => ({}),
  'POST /dining/clear-table/:id': ({ tableId }) => ({ params: { id: tableId } }),
} satisfies { [R in Route]?: (sample: Sample) => CallInput<R> };
