/** Which of the languages that a page is offered in it is sent in (docs/decisions/0020). */

/** What a request says of its reader's language, the most telling first. */
export interface LanguageWishes {
  /** The query, with or without its question mark: `lang=ar` is an address of that language. */
  search: string;
  /** The header; a cookie `lang` remembers the last address of a language that was opened. */
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

export interface NegotiatedLanguage {
  language: string;
  /** The address says so itself: whoever asks for it is sent the same. */
  isInAddress: boolean;
}

/** @param offered The first is for whoever wishes for none of them. */
export function negotiateLanguage(wishes: LanguageWishes, offered: readonly string[]): NegotiatedLanguage {
  const named = /(?:^|[?&])lang=([a-z]{2})(?:&|$)/.exec(wishes.search)?.[1];
  if (named !== undefined && offered.includes(named)) return { language: named, isInAddress: true };
  const first = offered[0]!;
  if (offered.length === 1) return { language: first, isInAddress: false };
  const remembered = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(wishes.cookie ?? '')?.[1];
  if (remembered !== undefined && offered.includes(remembered)) return { language: remembered, isInAddress: false };
  return { language: preferred(wishes.acceptLanguage ?? '', offered) ?? first, isInAddress: false };
}

/** Of the header's languages the one with the highest weight that is offered, in any of its regions (RFC 9110, 12.5.4). */
function preferred(acceptLanguage: string, offered: readonly string[]): string | null {
  let best: { language: string; weight: number } | null = null;
  // Nobody reads more languages than this; a longer header is no reader's.
  for (const range of acceptLanguage.slice(0, 200).split(',')) {
    const [, tag = '', weightText = '1'] = /^\s*([a-z]{2})(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(range) ?? [];
    const language = tag.toLowerCase();
    const weight = Number(weightText);
    if (weight > (best?.weight ?? 0) && offered.includes(language)) best = { language, weight };
  }
  return best?.language ?? null;
}
