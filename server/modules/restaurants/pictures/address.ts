import type { RestaurantId } from '#contract/base/ids.ts';

/** Pixels. The two small ones are squares cut from the middle, the two large ones keep the picture's proportions. */
export const pictureWidths = [88, 176, 640, 1200] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** The path of a picture without size and ending: append '-640.webp'. Null for no picture. */
export function picturePath(restaurantId: RestaurantId, hash: string | null): string | null {
  return hash === null ? null : `/media/${restaurantId}/${hash}`;
}

/** The path of a picture in one of its sizes. Null for no picture. */
export function pictureAddress(restaurantId: RestaurantId, hash: string | null, width: PictureWidth): string | null {
  return hash === null ? null : `/media/${restaurantId}/${hash}-${width}.webp`;
}
