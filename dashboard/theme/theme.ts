/** The tokens as a MUI theme. The scheme is that of appearance.ts. */
import { createTheme, type PaletteOptions } from '@mui/material/styles';
import { limits } from '#contract/base/limits.ts';
import { appearanceAttribute } from './appearance.ts';
import { components } from './controls.ts';
import { words } from '../words/words.ts';
import { dark, light, type Tokens } from './tokens.ts';

/** Colours that MUI has no name for. In `sx` they are read as `tone.warnSoft`. */
type Tone = Pick<
  Tokens,
  | 'raised'
  | 'subtle'
  | 'ink3'
  | 'controlBorder'
  | 'primarySoft'
  | 'okSoft'
  | 'warnSoft'
  | 'errorSoft'
  | 'infoSoft'
  | 'drawer'
  | 'drawerInk'
  | 'drawerInk2'
  | 'drawerSelected'
  | 'drawerEdge'
>;

declare module '@mui/material/styles' {
  interface Palette {
    tone: Tone;
  }
  interface PaletteOptions {
    tone: Tone;
  }
  interface TypographyVariants {
    display: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    display?: React.CSSProperties;
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true;
  }
}

/** Where the drawer stays open (order-operations 9), and up to where the kitchen's screens are drawn large. */
export const breakpoints = { drawer: limits.mobileBreakpointPixels, kitchen: 1181 } as const;

function palette(tokens: Tokens): PaletteOptions {
  const solid = (main: string) => ({ main, dark: main, contrastText: tokens.onSolid });
  return {
    primary: { main: tokens.primary, dark: tokens.primaryHover, contrastText: tokens.onPrimary },
    success: solid(tokens.ok),
    warning: solid(tokens.warn),
    error: solid(tokens.error),
    info: solid(tokens.info),
    background: { default: tokens.bg, paper: tokens.surface },
    text: { primary: tokens.ink, secondary: tokens.ink2, disabled: tokens.ink3 },
    divider: tokens.line,
    tone: tokens,
  };
}

const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif';

/** `borderBlockEnd: 1` in `sx` draws a line as `borderBottom: 1` does: the kit knows the physical sides alone. */
const logicalBorder = {
  transform: (width: unknown) => (typeof width === 'number' ? `${width}px solid` : (width as string)),
};

/** Sizes that differ between the two densities are variables: see `densities` in controls.ts. */
export const theme = createTheme({
  direction: words.direction,
  cssVariables: { colorSchemeSelector: appearanceAttribute },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  shape: { borderRadius: 8 },
  breakpoints: { values: { xs: 0, sm: breakpoints.drawer, md: 900, lg: breakpoints.kitchen, xl: 1536 } },
  typography: {
    fontFamily,
    display: { fontSize: 'var(--display)', lineHeight: 'var(--display-line)', fontWeight: 700, fontFamily },
    h1: { fontSize: '1.5rem', lineHeight: '2rem', fontWeight: 600 },
    h2: { fontSize: '1.125rem', lineHeight: '1.625rem', fontWeight: 600 },
    body1: { fontSize: 'var(--body)', lineHeight: 'var(--body-line)' },
    body2: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    subtitle2: { fontSize: '0.8125rem', lineHeight: '1.125rem', fontWeight: 600 },
    caption: { fontSize: '0.75rem', lineHeight: '1rem' },
    button: { fontSize: 'var(--body)', lineHeight: 'var(--body-line)', fontWeight: 600, textTransform: 'none' },
  },
  unstable_sxConfig: {
    borderBlockStart: logicalBorder,
    borderBlockEnd: logicalBorder,
    borderInlineStart: logicalBorder,
    borderInlineEnd: logicalBorder,
  },
  transitions: { easing: { easeInOut: 'cubic-bezier(.2,0,0,1)' } },
  components: {
    ...components,
    MuiAutocomplete: {
      ...components?.MuiAutocomplete,
      // The kit's own words are English in every language.
      defaultProps: {
        openText: words.general.shell.openList,
        closeText: words.general.shell.close,
        clearText: words.general.shell.clearField,
      },
    },
  },
});
