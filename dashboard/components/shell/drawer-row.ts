/** A row of the drawer: 40 px high with a mouse, 44 px where the window may be a tablet's. */
export const drawerRow = {
  display: 'flex',
  justifyContent: 'flex-start',
  alignItems: 'center',
  gap: 1.25,
  inlineSize: '100%',
  minHeight: { xs: 44, lg: 40 },
  px: 1.25,
  borderRadius: 1,
  borderInlineStart: '3px solid transparent',
  // There every transparent line is drawn.
  '@media (forced-colors: active)': { borderInlineStartColor: 'Canvas' },
  color: 'tone.drawerInk2',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  // Letters of twice the size still stand in the drawer.
  overflowWrap: 'break-word',
  fontWeight: 600,
  textAlign: 'start',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'tone.drawerSelected', color: 'tone.drawerInk' },
  '&[aria-current="page"]': {
    bgcolor: 'tone.drawerSelected',
    color: 'tone.drawerInk',
    borderInlineStartColor: 'tone.drawerEdge',
  },
} as const;

/** The same for buttons, which a thumb hits on the kitchen's tablets (M10). */
export const drawerButton = { ...drawerRow, minHeight: { xs: 48, lg: 40 } } as const;
