import type { AdmitFile } from './http/requests/form-body.ts';
import { requireMenuFileTurn } from './modules/menu/import/menu-file-jobs.ts';
import { requirePictureTurn } from './modules/restaurants/pictures/picture.ts';
import { QueueFull } from './work-queue.ts';

/** Files that are received at once, each in memory as far as it has come: in all, and of one key. */
const most = 24;
const mostPerKey = 4;
/** The files on their way, by key. */
const received = new Map<string, number>();
let count = 0;

/**
 * Refuses a file before its bytes are received where files of its restaurant wait already, or as many are on their way as may be. Guests take
 * no place from the people and drivers of their restaurant.
 * @returns gives the place of the file back; to be called once.
 * @throws QueueFull
 */
export const admitFile: AdmitFile = async (caller, field) => {
  if (!('restaurantId' in caller)) return () => undefined;
  const { kind, restaurantId } = caller;
  if (field === 'file') requireMenuFileTurn(restaurantId);
  else requirePictureTurn(restaurantId);
  const key = kind === 'customer' ? `guests of ${restaurantId}` : restaurantId;
  const own = received.get(key) ?? 0;
  if (own >= mostPerKey || count >= most) throw new QueueFull(own >= mostPerKey);
  received.set(key, own + 1);
  count += 1;
  return () => {
    count -= 1;
    const left = received.get(key)! - 1;
    if (left === 0) received.delete(key);
    else received.set(key, left);
  };
};
