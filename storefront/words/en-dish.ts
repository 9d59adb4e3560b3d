/** The words of a dish and its options, which come with its panel and with the search. */
export const enDish = {
  /** An allergen or a diet, as the catalogue names it. */
  food: (name: string) => name,
  allergens: (names: string) => `Contains: ${names}`,
  withoutFood: (name: string) => `No ${name}`,
  foodFilter: 'Show dishes by what they contain',
  noDishSuits: 'No dish is declared to suit that',
  calories: (count: number) => `${count} kcal`,
  required: 'Required',
  optional: 'optional',
  notOffered: 'Not offered at the moment',
  quantity: 'Quantity',
  chooseOne: 'Choose 1',
  multipleSelect: 'Multiple select',
  chooseAtLeast: (count: number) => `at least ${count}`,
  /** Too few are chosen. */
  chooseMore: (count: number) => `Choose at least ${count}`,
  atMost: (count: number) => `up to ${count}`,
  upTo: (count: number) => `Up to ${count}`,
  /** All lists of the dish together. */
  optionsInAll: (count: number) => `Up to ${count} options in all. An option chosen twice counts twice.`,
  dishFull: (count: number) => `A dish has up to ${count} options. Take one off to choose another.`,
  halves: 'Choose 1, or 2 for half and half at the price of the dearer one',
  eachUpTo: (count: number) => (count === 2 ? 'each up to twice' : `each up to ${count} times`),
  freeChoices: (count: number) => (count === 1 ? '1 is free' : `${count} are free`),
  /** The lists that the choice has opened, for screen readers. */
  alsoAsked: (names: string) => `Below it, also choose: ${names}`,
  addToBasket: (count: number) => `Add ${count} to basket`,
  lineNote: 'Note for this dish',
  lineNoteHint: 'For example: no onions',
  /** A note is too long by so many. */
  lettersOver: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  updateBasket: 'Update basket',
};
