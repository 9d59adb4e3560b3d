/** Around the buttons of a row: the first word stands below the heading of the column. */
export const rowButtons = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.5,
  marginInlineStart: -1,
  '& .MuiButton-root': { paddingInline: 1 },
} as const;
