/** The words of an admin who looks at a restaurant, and of its owner who sees that. */
export const support = {
  look: 'Look inside',
  lookOf: (name: string) => `Look inside ${name}`,
  lookTitle: (name: string) => `Look inside ${name}?`,
  lookHint:
    'For an hour you read what its owner reads. Guests are masked, and nothing can be changed. Its owner sees it and can end it.',
  lookConfirm: 'Look inside',
  band: (name: string, until: string) => `Support view of ${name} until ${until}`,
  onlyReads: 'A support view only reads',
  bandHint: 'Guests are masked, and nothing can be changed.',
  end: 'End',
  ownersBand: (by: string, until: string, reason: string) =>
    `${by} of Order Manager is looking at your restaurant until ${until}: ${reason}`,
  endNow: 'End it now',
  over: 'The support view is over.',
};
