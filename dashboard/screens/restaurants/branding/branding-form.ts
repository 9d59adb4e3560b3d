/** The look of the restaurant and its terms as the form has them, and what is sent of them. Pure functions. */
import type { Path } from 'react-hook-form';
import type { Branding, RestaurantSettings } from '#contract/restaurants/branding.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { CodeSettings } from '#contract/customers/customers.ts';
import { type Language, languages, type Mode } from '#contract/base/enumerations.ts';
import { type Currency, isCurrency } from '#contract/base/currency-digits.ts';
import { readCount } from '../../../components/form/read-number.ts';
import type { ImageChoice } from '../../../components/form/image-field.tsx';

export interface BrandingForm {
  logo: ImageChoice;
  cover: ImageChoice;
  /** '#RRGGBB'. */
  accent: string;
  name: string;
  /** For guests who read Arabic; empty: they read the name. */
  nameTranslations: { ar: string };
  currency: string;
  chargeOptions: 'once' | 'each';
  tipModes: Mode[];
  /** With commas between them. */
  tipPercents: string;
  locale: string;
  legalName: string;
  taxNumber: string;
  taxAddress: string;
  /** The languages of the site, joined with a comma: a native select knows texts only. */
  languages: string;
  /** Empty: all. */
  countries: string[];
  codesPerDay: string;
}

/** Everything the page shows, as it is saved. */
export interface SavedBranding {
  branding: Branding;
  settings: RestaurantSettings;
  codeSettings: CodeSettings;
}

export function brandingForm({ branding, settings, codeSettings }: SavedBranding): BrandingForm {
  return {
    logo: imageAt(branding.logo, 176),
    cover: imageAt(branding.cover, 640),
    accent: branding.accent,
    name: settings.name,
    nameTranslations: { ar: settings.nameTranslations['ar'] ?? '' },
    currency: settings.currency,
    chargeOptions: settings.chargeOptions,
    tipModes: [...settings.tipModes],
    tipPercents: settings.tipPercents.join(', '),
    locale: settings.locale,
    legalName: settings.legalName,
    taxNumber: settings.taxNumber,
    taxAddress: settings.taxAddress,
    languages: settings.languages.join(),
    countries: [...(codeSettings.countries ?? [])],
    codesPerDay: String(codeSettings.codesPerDay),
  };
}

function imageAt(path: string | null, width: 176 | 640): ImageChoice {
  return path === null ? { kind: 'none' } : { kind: 'saved', url: `${path}-${width}.webp` };
}

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

type LookInput = Pick<CallInput<'POST /restaurant/update-branding'>, 'form' | 'files'>;
type Look = NonNullable<LookInput['form']>;
type Terms = NonNullable<CallInput<'POST /restaurant/update-settings'>['body']>;

/** null where nothing of the look has changed. */
export function lookChanges(before: BrandingForm, after: BrandingForm): LookInput | null {
  const form: Look = {
    ...(after.accent !== before.accent && { accent: after.accent }),
    ...(before.logo.kind === 'saved' && after.logo.kind === 'none' && { removeLogo: true }),
    ...(before.cover.kind === 'saved' && after.cover.kind === 'none' && { removeCover: true }),
  };
  const files: Record<string, Blob> = {
    ...(after.logo.kind === 'new' && { logo: after.logo.file }),
    ...(after.cover.kind === 'new' && { cover: after.cover.file }),
  };
  const hasFiles = Object.keys(files).length > 0;
  if (!hasFiles && Object.keys(form).length === 0) return null;
  return { form, ...(hasFiles && { files }) };
}

/** null where none of the terms has changed. */
export function termsChanges(before: BrandingForm, after: BrandingForm): Terms | null {
  const { name, currency, chargeOptions, locale, languages: offered } = after;
  const arabic = after.nameTranslations.ar.trim();
  const terms: Terms = {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(arabic !== before.nameTranslations.ar && { nameTranslations: { ar: arabic } }),
    ...(currency !== before.currency && isCurrency(currency) && { currency: currency satisfies Currency }),
    ...(chargeOptions !== before.chargeOptions && { chargeOptions }),
    ...(after.tipModes.toSorted().join() !== before.tipModes.toSorted().join() && { tipModes: after.tipModes }),
    ...(after.tipPercents !== before.tipPercents && { tipPercents: readPercents(after.tipPercents) }),
    ...(locale !== before.locale && isLanguage(locale) && { locale }),
    ...(offered !== before.languages && { languages: offered.split(',').filter(isLanguage) }),
    ...(after.legalName.trim() !== before.legalName && { legalName: after.legalName.trim() }),
    ...(after.taxNumber.trim() !== before.taxNumber && { taxNumber: after.taxNumber.trim() }),
    ...(after.taxAddress.trim() !== before.taxAddress && { taxAddress: after.taxAddress.trim() }),
  };
  return Object.keys(terms).length === 0 ? null : terms;
}

/** The numbers between commas, as they are typed in either language; no percentage has decimals. */
function readPercents(entered: string): number[] {
  return entered.split(/[,،;%٪\s]+/).flatMap((part) => (part === '' ? [] : [readCount(part)]));
}

/** null where nothing about the codes has changed. */
export function codeChanges(before: BrandingForm, after: BrandingForm): Partial<CodeSettings> | null {
  const codes: Partial<CodeSettings> = {
    ...(after.countries.join() !== before.countries.join() && {
      countries: after.countries.length === 0 ? null : after.countries,
    }),
    ...(after.codesPerDay !== before.codesPerDay && { codesPerDay: readCount(after.codesPerDay) }),
  };
  return Object.keys(codes).length === 0 ? null : codes;
}

/** The field of the form for one that the API refused. */
export function brandingField(apiField: string): Path<BrandingForm> | null {
  const [name = ''] = apiField.split('.');
  if (name === 'nameTranslations') return 'nameTranslations.ar';
  return fields.has(name) ? (name as Path<BrandingForm>) : null;
}

const fields = new Set<string>([
  'logo',
  'cover',
  'accent',
  'name',
  'currency',
  'chargeOptions',
  'tipModes',
  'tipPercents',
  'locale',
  'legalName',
  'taxNumber',
  'taxAddress',
  'languages',
  'countries',
  'codesPerDay',
] satisfies (keyof BrandingForm)[]);

function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text);
}
