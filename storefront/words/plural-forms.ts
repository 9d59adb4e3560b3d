/** Forms of a phrase by number. The ones that a language has no use for are left out. */
type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Picks the form for the number by the language's own rules; '#' in it is the number. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  // Made when a number is first told: it would delay the first page, which tells none.
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language);
    return (forms[rules.select(count)] ?? forms.other).replace('#', String(count));
  };
}
