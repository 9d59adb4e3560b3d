/** Formatters that compiled messages use, in one language; the plugin hands them to the browser. */
export interface Forms {
  /** With the digits and groups of the language: 1,234. */
  number: (value: number) => string;
  plural: (value: number, forms: PluralForms, offset?: number) => string;
  ordinal: (value: number, forms: PluralForms, offset?: number) => string;
  select: (value: string, forms: PluralForms) => string;
  /**
   * For a language in Arabic letters: keeps a name in other letters from moving what stands around it (Unicode's FIRST STRONG
   * ISOLATE), and dates and phone numbers in their order. Plain numbers stay as they are: '#12' belongs together.
   */
  isolate: (value: string | number) => string;
}

/** `other` is always there: the build refuses a message without it. */
type PluralForms = Readonly<Record<string, string>>;

export function formsOf(language: string): Forms {
  const numbers = new Intl.NumberFormat(language);
  const pluralBy =
    (rules: Intl.PluralRules): Forms['plural'] =>
    (value, forms, offset = 0) =>
      forms[`=${value}`] ?? forms[rules.select(value - offset)] ?? forms['other']!;
  return {
    number: (value) => numbers.format(value),
    plural: pluralBy(new Intl.PluralRules(language)),
    ordinal: pluralBy(new Intl.PluralRules(language, { type: 'ordinal' })),
    select: (value, forms) => (Object.hasOwn(forms, value) ? forms[value]! : forms['other']!),
    isolate: (value) =>
      /(?!\p{Script=Arabic})\p{L}|\d[-/]\d|\+\d/u.test(String(value)) ? `\u2068${value}\u2069` : String(value),
  };
}
