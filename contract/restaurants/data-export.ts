/** Everything of a restaurant, to be taken along by its owner: nobody is held by their data. */
import { endpoint } from '../base/endpoint.ts';

export const exportRestaurant = endpoint({
  summary: 'Everything of the restaurant as a ZIP: each table as CSV and JSON lines, and the pictures.',
  callers: ['owner'],
  whileClosed: true,
  answer: 'file',
  errors: [],
});
