/** Two columns, the first the wider, where the text has room for both; else one below the other. */
export const sideBySide = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 2,
  '& > *': { flex: '3 1 24rem', minInlineSize: 'min(100%, 17rem)' },
  '& > * + *': { flex: '2 1 17rem' },
} as const;
