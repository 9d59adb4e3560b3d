/** The names of the choices about a new restaurant, by the values that the API takes. */
import type { outletBands, referralSources } from '#contract/base/enumerations.ts';
import { words } from '../../words/words.ts';

const { bands, sources } = words.accounts.signUp;

/** How many outlets it has. */
export const bandNames: Record<(typeof outletBands)[number], string> = {
  '1 outlet': bands.one,
  '2 - 5 outlets': bands.few,
  '6 - 10 outlets': bands.some,
  '10+ outlets': bands.many,
};

/** From whom it has heard of us. */
export const sourceNames: Record<(typeof referralSources)[number], string> = sources;
