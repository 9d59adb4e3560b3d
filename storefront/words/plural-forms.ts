/** Forms of a phrase by number. The ones that a language has no use for are left out. */
type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Picks the form for the number by the language's own rules; '#' in it is the number. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', String(count));
}
