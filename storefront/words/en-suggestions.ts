/** The words in English of dishes that go with those in the basket. */
export const enSuggestions = {
  title: 'Goes well with this',
  dismiss: 'No, thanks',
  hidden: 'Suggestions are hidden for this order.',
};
