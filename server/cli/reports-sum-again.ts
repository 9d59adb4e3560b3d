import { isId, type RestaurantId } from '#contract/base/ids.ts';
import { forgetSums } from '#server/modules/reports/keep-sums.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<id of the restaurant>',
  help: `Removes the kept sums of the reports of a restaurant, where doctor says that they are not those of the orders. The server sums up all
its days anew within ten minutes, and its reports read the orders until then. It may run beside the server.`,
  async run({ args: [id = '', ...rest] }) {
    if (!isId(id) || rest.length > 0) throw new WrongUsage('The id of one restaurant is needed, as doctor names it.');
    const isForgotten = await withDatabase(({ db }) => forgetSums(db, id as RestaurantId));
    if (!isForgotten) throw new Error(`No sums are kept of a restaurant ${id}.`);
    console.log(`The server sums up the orders of restaurant ${id} anew within ten minutes.`);
  },
};
