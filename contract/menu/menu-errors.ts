/** The errors of changing, importing and exporting a menu; `errors` has them all. */
export const menuErrors = {
  'menu.categories_changed': {
    status: 409,
    name: 'Changed by somebody else',
    msg: 'The categories of this menu have changed meanwhile. Look at them again.',
  },

  'items.changed_since': {
    status: 409,
    name: 'Changed by someone else',
    msg: 'Nothing was changed: {names} was changed or deleted by somebody else meanwhile. Look again.',
  },
  'items.too_many': { status: 409, name: 'Too many items', msg: 'A restaurant has at most {most} items.' },
  'items.too_many_modifiers': {
    status: 409,
    name: 'Too many modifiers',
    msg: 'A restaurant has at most {most} modifiers.',
  },
  'items.price_out_of_range': {
    status: 409,
    name: 'Price out of range',
    msg: 'Nothing was changed: {names} would cost less than nothing, or more than a price can be.',
  },

  'import.has_problems': {
    status: 400,
    name: 'Check the file',
    msg: 'Nothing was imported. Mistakes in the file: {count}.',
  },
  'import.too_much_work': {
    status: 413,
    name: 'File too large',
    msg: 'Nothing was imported: this file takes too long to read. Split it into smaller ones.',
  },
  'import.currency_changed': {
    status: 409,
    name: 'Currency changed',
    msg: 'Nothing was imported: the currency of the restaurant has just been changed. Try again.',
  },
  'import.undone_already': { status: 409, name: 'Undone already', msg: 'This import was undone already.' },
  'import.changed_since': {
    status: 409,
    name: 'Changed by someone else',
    msg: 'Something of this import has been changed since, so it cannot be undone as a whole.',
  },

  'export.too_large': {
    status: 409,
    name: 'Menu too large',
    msg: 'This menu makes a file of more than {megabytes} MB. Choose CSV, or divide the menu.',
  },
} as const;
