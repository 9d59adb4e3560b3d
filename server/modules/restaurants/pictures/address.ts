import type { RestaurantId } from '#contract/base/ids.ts';

/** Pixels. The two small ones are squares cut from the middle, the two large ones keep the picture's proportions. */
export const pictureWidths = [88, 176, 640, 1200] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Where a picture is, without size and ending: append '-640.webp'. null for no picture. */
export function picturePath(restaurantId: RestaurantId, hash: string | null): string | null {
  return hash === null ? null : `/media/${restaurantId}/${hash}`;
}

/** Where a picture is, in one of its sizes. null for no picture. */
export function pictureAddress(restaurantId: RestaurantId, hash: string | null, width: PictureWidth): string | null {
  return hash === null ? null : `/media/${restaurantId}/${hash}-${width}.webp`;
}
