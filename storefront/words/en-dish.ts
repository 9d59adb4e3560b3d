/** The words of a dish and its options, which come with its panel and with the search. */
export const enDish = {
  /** An allergen or a diet, as the catalogue names it. */
  food: (name: string) => name,
  allergens: (names: string) => `Contains: ${names}`,
  calories: (count: number) => `${count} kcal`,
  chooseOne: 'Choose 1',
  multipleSelect: 'Multiple select',
  chooseAtLeast: (count: number) => `at least ${count}`,
  /** Too few are chosen. */
  chooseMore: (count: number) => `Choose at least ${count}`,
  atMost: (count: number) => `up to ${count}`,
  upTo: (count: number) => `Up to ${count}`,
  addToBasket: (count: number) => `Add ${count} to basket`,
  lineNote: 'Note for this dish',
  lineNoteHint: 'For example: no onions',
  updateBasket: 'Update basket',
};
