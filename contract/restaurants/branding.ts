/** Branding, sales settings and the address of a restaurant. */
import * as z from 'zod';
import { proof, proofErrors } from '../accounts/proof.ts';
import { imageErrors } from './image-errors.ts';
import { currencies } from '../base/currency-digits.ts';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { languages, chargeOptions, modes } from '../base/enumerations.ts';
import { confirmed, line, mode, text, translatedLines, translations } from '../base/fields.ts';
import { limits } from '../base/limits.ts';
import { tipPercentMax, tipPercentsMax } from '../ordering/tips.ts';

/**
 * `accent` is '#RRGGBB'. `logo` and `cover` are paths of pictures without size and ending, as in the catalogue.
 * `isBranded` says whether the branding was ever saved.
 */
export const Branding = z.object({
  accent: z.string(),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  isBranded: z.boolean(),
});
export type Branding = z.infer<typeof Branding>;

export const getBranding = endpoint({
  summary: 'How the restaurant looks to its guests.',
  callers: merchant,
  answer: z.object({ branding: Branding }),
  errors: [],
});

/** A new picture takes precedence over removing the old one. */
export const updateBranding = endpoint({
  summary: 'Change how the restaurant looks to its guests.',
  callers: editors,
  isRestaurantWide: true,
  form: z.object({
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'restaurant.colour_malformed')
      .overwrite((colour) => colour.toUpperCase())
      .optional(),
    removeLogo: z.boolean().optional(),
    removeCover: z.boolean().optional(),
  }),
  files: ['logo', 'cover'],
  answer: z.object({ branding: Branding, ...confirmed }),
  errors: imageErrors,
});

/**
 * `locale` is the language of the names on the menu, beside which translations stand. `languages` are those that guests
 * can read the site in. `formerSlugs` redirect to `slug`, newest first. `currencyIsFixed` is true once there is an
 * order, and while one waits for its payment. `legalName`, `taxNumber` and `taxAddress` are those of the issuer of the
 * invoices, empty where not set.
 */
export const RestaurantSettings = z.object({
  name: z.string(),
  nameTranslations: translations,
  slug: z.string(),
  formerSlugs: z.array(z.string()),
  currency: z.string(),
  currencyIsFixed: z.boolean(),
  chargeOptions: z.enum(chargeOptions),
  /** The modes in which guests can add a tip, and what is suggested to them, in percent of the subtotal. */
  tipModes: z.array(mode),
  tipPercents: z.array(z.int()),
  locale: z.string(),
  languages: z.array(z.enum(languages)),
  legalName: z.string(),
  taxNumber: z.string(),
  taxAddress: z.string(),
});
export type RestaurantSettings = z.infer<typeof RestaurantSettings>;

const savedSettings = z.object({ settings: RestaurantSettings, ...confirmed });

export const getSettings = endpoint({
  summary: 'On what terms the restaurant sells, and where.',
  callers: editors,
  answer: z.object({ settings: RestaurantSettings }),
  errors: [],
});

/**
 * Settings that are left out stay unchanged. A new currency keeps the number of every price: 18.50 stays 18.50. A price
 * with more decimals than the new currency is refused at `currency`. New issuer details apply to new orders; older
 * receipts keep theirs.
 */
export const updateSettings = endpoint({
  summary:
    'Change the name, the currency, the languages of the menu and of the site, how options are charged, the tips, or who issues the invoices.',
  callers: ['owner'],
  body: z.object({
    name: line(limits.restaurantName).optional(),
    nameTranslations: translatedLines(limits.restaurantName).optional(),
    currency: z.enum(currencies).optional(),
    chargeOptions: z.enum(chargeOptions).optional(),
    tipModes: z
      .array(mode)
      .max(modes.length)
      .overwrite((chosen) => modes.filter((one) => chosen.includes(one)))
      .optional(),
    tipPercents: z
      .array(z.int().min(1).max(tipPercentMax))
      .max(tipPercentsMax)
      .overwrite((percents) => [...new Set(percents)].toSorted((one, other) => one - other))
      .optional(),
    locale: z.enum(languages).optional(),
    languages: z
      .array(z.enum(languages))
      .min(1, 'restaurant.languages_missing')
      .max(languages.length)
      .overwrite((chosen) => languages.filter((language) => chosen.includes(language)))
      .optional(),
    legalName: text(limits.legalName).optional(),
    taxNumber: text(limits.taxNumber).optional(),
    taxAddress: text(limits.addressPart).optional(),
  }),
  answer: savedSettings,
  errors: ['restaurant.currency_fixed'],
});

/** The old address redirects to the new one for ever, and is never given to another restaurant. */
export const updateSlug = endpoint({
  summary: "Move the restaurant's site to another address.",
  callers: ['owner'],
  body: z.object({
    slug: z
      .string()
      .min(limits.slugMin)
      .max(limits.slug)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'restaurant.slug_malformed'),
    ...proof,
  }),
  answer: savedSettings,
  errors: ['restaurant.slug_taken', 'restaurant.too_many_slugs', ...proofErrors],
});
