import type { AdmitFile } from './http/requests/form-body.ts';
import { requireMenuFileTurn } from './modules/menu/import/menu-file-jobs.ts';
import { requirePictureTurn } from './modules/restaurants/pictures/picture.ts';

/** Refuses a file of a restaurant whose files wait already, before its bytes are received. @throws QueueFull */
export const admitFile: AdmitFile = async (caller, field) => {
  if (!('restaurantId' in caller)) return;
  if (field === 'file') requireMenuFileTurn(caller.restaurantId);
  else requirePictureTurn(caller.restaurantId);
};
