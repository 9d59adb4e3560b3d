/** Chooses the language of a page among those it is offered in (docs/decisions/0020). */

/** The signs of the reader's language in a request, the strongest first. */
interface LanguageWishes {
  /** The query, with or without its question mark: `lang=ar` is the address of a language. */
  search: string;
  /** The Cookie header; `lang` remembers the language of the last such address. */
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

interface NegotiatedLanguage {
  language: string;
  /** The address names the language, so everybody who opens it gets the same. */
  isInAddress: boolean;
}

/** @param offered The first one is the default. */
export function negotiateLanguage(wishes: LanguageWishes, offered: readonly string[]): NegotiatedLanguage {
  const named = /(?:^|[?&])lang=([a-z]{2})(?:&|$)/.exec(wishes.search)?.[1];
  if (named !== undefined && offered.includes(named)) return { language: named, isInAddress: true };
  const first = offered[0]!;
  if (offered.length === 1) return { language: first, isInAddress: false };
  const remembered = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(wishes.cookie ?? '')?.[1];
  if (remembered !== undefined && offered.includes(remembered)) return { language: remembered, isInAddress: false };
  return { language: preferredLanguage(wishes.acceptLanguage ?? '', offered) ?? first, isInAddress: false };
}

/** The offered language with the highest weight in the header, in any of its regions (RFC 9110, 12.5.4). */
export function preferredLanguage<Offered extends string>(
  acceptLanguage: string,
  offered: readonly Offered[],
): Offered | null {
  let best: { language: Offered; weight: number } | null = null;
  // Nobody reads more languages than fit; a longer header is not a reader's.
  for (const range of acceptLanguage.slice(0, 200).split(',')) {
    const [, tag = '', weightText = '1'] = /^\s*([a-z]{2})(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(range) ?? [];
    const language = offered.find((one) => one === tag.toLowerCase());
    const weight = Number(weightText);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? null;
}
