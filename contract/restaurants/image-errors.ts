/** The errors of every call that takes an image. */
export const imageErrors = [
  'image.type_not_supported',
  'image.too_large',
  'image.unreadable',
  'image.too_much_work',
  'image.quota_reached',
] as const;
