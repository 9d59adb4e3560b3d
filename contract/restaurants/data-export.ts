/** The data export: everything of a restaurant in one file, so that its owner can leave with it. */
import * as z from 'zod';
import { proof, proofErrors } from '../accounts/proof.ts';
import { endpoint } from '../base/endpoint.ts';

export const exportRestaurant = endpoint({
  summary:
    'The data export of the restaurant at one moment, a ZIP: each table as CSV and JSON lines, and the pictures.',
  callers: ['owner'],
  whileClosed: true,
  body: z.object(proof),
  answer: 'file',
  errors: ['export.no_room', ...proofErrors],
});
