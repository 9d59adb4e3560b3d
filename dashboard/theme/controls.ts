/** How the controls of the kit look: sizes, edges, focus. Sizes that depend on the density are variables. */
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

type Style = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** `kitchen` is for wet hands at arm's length: one attribute on the document, no second set of components. */
const densities = {
  ':root': {
    '--row': '52px',
    '--control': '44px',
    '--primary-control': '48px',
    '--body': '1rem',
    '--body-line': '1.5rem',
    '--display': '2rem',
    '--display-line': '2.5rem',
    '--switch': '44px',
  },
  ':root[data-density="kitchen"]': {
    '--row': '72px',
    '--control': '56px',
    '--primary-control': '64px',
    '--body': '1.125rem',
    '--body-line': '1.625rem',
    '--display': '2.5rem',
    '--display-line': '3rem',
    '--switch': '56px',
  },
};

const focusRing = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '2px' };

/** The edge at which the surrounding language begins, whatever the direction of the text. Chrome knows the prefixed word alone. */
const asParent = { textAlign: ['-webkit-match-parent', 'match-parent'] } as unknown as { textAlign: 'match-parent' };

export const components: Style = {
  MuiCssBaseline: {
    styleOverrides: {
      ...densities,
      // Names are as long as people make them: a word breaks before it leaves its box.
      body: { overflowWrap: 'break-word' },
      html: { fontVariantNumeric: 'tabular-nums', scrollPaddingBlock: '96px' },
      // A field is written in the direction of its text, in letters or digits, and begins where the language does.
      ':where(input:not([dir]), textarea:not([dir]))': { unicodeBidi: 'plaintext', ...asParent },
      '[dir=rtl] :where([dir=auto])': asParent,
      // A name in a box of its own begins where the names around it do.
      ':where(bdi)': asParent,
      // The chosen one loses its end where it is too long, as the fields do, and not its beginning.
      ':where(option:not([dir]))': { unicodeBidi: 'plaintext' },
      ':where(select)': asParent,
      ':focus-visible': focusRing,
      '[data-on-drawer] :focus-visible': { outlineColor: 'var(--mui-palette-tone-drawerInk)' },
      // Forced colours leave backgrounds out, which mark the chosen one otherwise.
      '@media (forced-colors: active)': {
        ':is([aria-selected=true], [aria-pressed=true], [aria-current=true], [aria-current=page], [aria-current=step])':
          {
            border: '3px solid Highlight !important',
          },
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // However short one is, colours of text that are inherited change level by level, a frame each.
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // A button has the browser's own font unless it is told.
    styleOverrides: { root: { fontFamily: 'inherit', '&.MuiButtonBase-root:focus-visible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 'var(--control)',
        paddingInline: 16,
      },
      outlined: { borderColor: 'var(--mui-palette-tone-controlBorder)' },
      // The kit gives them pixels, which do not grow with the words.
      startIcon: { '& > *:nth-of-type(1)': { fontSize: '1.25rem' } },
      endIcon: { '& > *:nth-of-type(1)': { fontSize: '1.25rem' } },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontWeight: 600 } } },
  // Buttons keep their distance in every line that they fill. On a phone they fill it, so that a thumb finds them at one edge.
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '16px 24px',
        gap: 12,
        flexWrap: 'wrap',
        [theme.breakpoints.down('sm')]: { '& > .MuiButton-root': { flexGrow: 1 } },
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { minWidth: 'var(--control)', minHeight: 'var(--control)' } } },
  // An icon with `data-points-along` points along the line, which runs the other way from the right.
  MuiSvgIcon: { styleOverrides: { root: { '[dir=rtl] &[data-points-along]': { transform: 'scaleX(-1)' } } } },
  MuiTextField: {
    defaultProps: { fullWidth: true, helperText: ' ', slotProps: { inputLabel: { shrink: true } } },
  },
  // A legend of several choices reads like the label of one field.
  MuiFormLabel: {
    styleOverrides: {
      root: {
        fontSize: '0.8125rem',
        lineHeight: '1.125rem',
        fontWeight: 600,
        color: 'var(--mui-palette-text-primary)',
      },
    },
  },
  // The label stands above its field, and the outline has no gap for it.
  MuiInputLabel: {
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBlockEnd: 4,
        fontSize: '0.8125rem',
        lineHeight: '1.125rem',
        fontWeight: 600,
        whiteSpace: 'normal',
        color: 'var(--mui-palette-text-primary)',
      },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        minHeight: 'var(--control)',
        backgroundColor: 'var(--mui-palette-background-paper)',
        // The kit takes the edge's contrast away on touch screens, where a tapped field stays hovered.
        '@media (hover: none)': {
          '&:hover:not(.Mui-error, .Mui-focused) .MuiOutlinedInput-notchedOutline': {
            borderColor: 'var(--mui-palette-tone-controlBorder)',
          },
        },
      },
      input: { paddingBlock: 10, textOverflow: 'ellipsis' },
      // Its lines have the room of the input above and below.
      multiline: { paddingBlock: 0 },
      notchedOutline: {
        insetBlockStart: 0,
        borderColor: 'var(--mui-palette-tone-controlBorder)',
        '& legend': { display: 'none' },
      },
    },
  },
  // Beside large text a long choice takes two lines, where the kit would cut it.
  MuiMenuItem: { styleOverrides: { root: { whiteSpace: 'normal' } } },
  // The kit gives the arrow pixels, and it grows with the text.
  MuiSelect: { styleOverrides: { select: { '&&&': { paddingInlineEnd: '2rem' } } } },
  MuiNativeSelect: { styleOverrides: { select: { '&&&': { paddingInlineEnd: '2rem' } } } },
  MuiAutocomplete: {
    styleOverrides: {
      inputRoot: { '&.MuiOutlinedInput-root': { paddingBlock: 1 } },
      // Its arrow stands below those of the other selects.
      popupIndicator: { minWidth: 32, marginInlineEnd: '-6px' },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, minHeight: '1rem' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: { borderRadius: 12 } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: 16,
        backgroundColor: 'var(--mui-palette-tone-raised)',
        boxShadow: '0 16px 48px rgb(20 23 31 / .20)',
        // Only the content of a form scrolls, so that its buttons stay in sight.
        '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        // On a phone each pixel beside a dialog is one that its buttons and tables miss.
        '@media (max-width: 599px)': {
          '&&:not(.MuiDialog-paperFullScreen)': {
            margin: 16,
            width: 'calc(100% - 32px)',
            maxWidth: 'calc(100% - 32px)',
          },
        },
      },
    },
  },
  // Buttons that do not fit side by side go on in the next line, each with all of its edge.
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: {
        flexWrap: 'wrap',
        '& .MuiToggleButton-root': { borderInlineStart: '1px solid var(--mui-palette-divider)' },
      },
    },
  },
  MuiTab: {
    styleOverrides: { root: { minHeight: 56, minWidth: 48, paddingInline: 12, fontSize: 'var(--body)' } },
  },
  // 48 px to touch (M10): the thumb's base is as large as the row of the track.
  MuiSwitch: {
    styleOverrides: {
      root: { width: 80, height: 48, padding: 12 },
      switchBase: {
        padding: 12,
        color: 'var(--mui-palette-background-paper)',
        '&.Mui-checked': { transform: 'translateX(32px)', color: 'var(--mui-palette-background-paper)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
        '&.Mui-focusVisible + .MuiSwitch-track': focusRing,
      },
      thumb: { width: 24, height: 24, boxShadow: 'none', border: '1px solid var(--mui-palette-tone-controlBorder)' },
      track: { borderRadius: 12, opacity: 1, backgroundColor: 'var(--mui-palette-tone-controlBorder)' },
    },
  },
  MuiRadio: { styleOverrides: { root: { padding: 12 } } },
  MuiTableCell: {
    styleOverrides: {
      root: { fontSize: '0.875rem', lineHeight: '1.25rem', height: 'var(--row)', paddingBlock: 4 },
      head: {
        fontSize: '0.8125rem',
        fontWeight: 600,
        backgroundColor: 'var(--mui-palette-tone-subtle)',
        color: 'var(--mui-palette-text-secondary)',
      },
    },
  },
  MuiLink: { styleOverrides: { root: { fontWeight: 600 } } },
};
