/** The colours of the Order Manager in both schemes, with their contrasts measured in the design. */
export interface Tokens {
  bg: string;
  surface: string;
  raised: string;
  /** Table heads and hover. */
  subtle: string;
  ink: string;
  ink2: string;
  /** Hints only. */
  ink3: string;
  line: string;
  controlBorder: string;
  primary: string;
  onPrimary: string;
  primaryHover: string;
  primarySoft: string;
  ok: string;
  okSoft: string;
  warn: string;
  warnSoft: string;
  error: string;
  errorSoft: string;
  info: string;
  infoSoft: string;
  /** Text on a solid ok, warn, error or info. */
  onSolid: string;
  drawer: string;
  drawerInk: string;
  drawerInk2: string;
  drawerSelected: string;
  /** The edge of the selected row of the drawer. */
  drawerEdge: string;
}

const drawer = {
  drawer: '#171B2A',
  drawerInk: '#E9ECF5',
  drawerInk2: '#AEB6CB',
  drawerSelected: '#2A3352',
  drawerEdge: '#9DB0FF',
};

export const light: Tokens = {
  bg: '#F6F7F9',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  subtle: '#EEF0F4',
  ink: '#14171F',
  ink2: '#4A5160',
  ink3: '#626A7A',
  line: '#D9DDE5',
  controlBorder: '#868EA0',
  primary: '#2F45C5',
  onPrimary: '#FFFFFF',
  primaryHover: '#2437A3',
  primarySoft: '#E8ECFD',
  ok: '#1B7A43',
  okSoft: '#E3F4EA',
  warn: '#8A5300',
  warnSoft: '#FFF1D6',
  error: '#B3261E',
  errorSoft: '#FCE8E6',
  info: '#0B5CAD',
  infoSoft: '#E3F0FC',
  onSolid: '#FFFFFF',
  ...drawer,
};

export const dark: Tokens = {
  bg: '#0F1218',
  surface: '#181C25',
  raised: '#212634',
  subtle: '#212634',
  ink: '#F1F3F8',
  ink2: '#B7BECD',
  ink3: '#98A1B4',
  line: '#2E3444',
  controlBorder: '#6F788C',
  primary: '#9DB0FF',
  onPrimary: '#0B1440',
  primaryHover: '#B6C4FF',
  primarySoft: '#232B4D',
  ok: '#6FD49A',
  okSoft: '#12301F',
  warn: '#F5B95B',
  warnSoft: '#3A2A0C',
  error: '#FF9A93',
  errorSoft: '#3D1715',
  info: '#8CC3FF',
  infoSoft: '#10283F',
  onSolid: '#0F1218',
  ...drawer,
};
