/** The HTML document around the rendered site. No inline script: the data travels as JSON, which no browser runs (R67). */
import { scripts, start, styles, words } from 'virtual:client-assets';
import type { Language } from '#contract/base/enumerations.ts';
import { type AccentTokens, accentTokens, type ColourScheme } from '#contract/restaurants/brand-colours.ts';
import { escapeHtml, scriptJson } from './escape.ts';
import type { PageFacts } from './page-facts.ts';
import { withoutScript } from './without-script.ts';
import { directionOf } from '../words/words.ts';
import { restaurantName } from '../language/in-language.ts';
import type { SiteData } from '../site.tsx';

interface PageParts {
  language: Language;
  title: string;
  /** HTML that is rendered into the root. */
  body: string;
  /** null: a page without a restaurant, which has nothing to run. */
  data: SiteData | null;
  /** null: nothing is to be found there. */
  facts: PageFacts | null;
}

export function pageDocument({ language, title, body, data, facts }: PageParts): string {
  const restaurant = data?.catalogue.restaurant;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escapeHtml(title)}</title>
${(facts?.canonical ?? null) === null ? '<meta name="robots" content="noindex">' : ''}
${data === null ? '' : restaurantTags(data, title, facts)}
<style>${styles}</style>
${tokens(restaurant?.accent ?? '')}
</head>
<body>
${data === null ? '' : withoutScript(data.catalogue, language, new Date(data.renderedAt))}
<div id="root">${body}</div>
${data === null ? '' : `<script type="application/json" id="data">${scriptJson(data)}</script>\n${scriptTags(language)}`}
${(facts?.structuredData ?? null) === null ? '' : `<script type="application/ld+json">${scriptJson(facts?.structuredData)}</script>`}
</body>
</html>
`;
}

/** Scripts inside a template are neither loaded nor run before `start` takes them out. */
function scriptTags(language: Language): string {
  const [first, ...imported] = scripts;
  return [
    '<template id="scripts">',
    ...[...imported, words[language]].map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script type="module" src="${first}"></script>`,
    '</template>',
    `<script type="module" src="${start}" fetchpriority="low"></script>`,
  ].join('\n');
}

function restaurantTags({ catalogue, base, language }: SiteData, title: string, facts: PageFacts | null): string {
  const { logo } = catalogue.restaurant;
  const name = restaurantName(catalogue.restaurant, language);
  const icons = [
    logo === null ? '<link rel="icon" href="data:,">' : `<link rel="icon" href="${escapeHtml(logo)}-88.webp">`,
    `<link rel="apple-touch-icon" href="${base}/icon-any-192.png">`,
    `<link rel="manifest" href="${base}/manifest.webmanifest">`,
  ];
  return [
    ...icons,
    ...(facts === null
      ? []
      : [...sharingTags(name, title, facts), `<meta property="og:locale" content="${language}">`]),
  ].join('\n');
}

/** Tags for search engines, and for apps where the link is shared. */
function sharingTags(name: string, title: string, { description, canonical, alternates, image }: PageFacts): string[] {
  const property = (key: string, value: string) => `<meta property="og:${key}" content="${escapeHtml(value)}">`;
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...(canonical === null
      ? []
      : [`<link rel="canonical" href="${escapeHtml(canonical)}">`, property('url', canonical)]),
    ...alternates.map(
      ([language, address]) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}">`,
    ),
    property('title', title),
    property('description', description),
    property('site_name', name),
    property('type', 'restaurant.menu'),
    ...(image === null ? [] : [property('image', image)]),
    `<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">`,
  ];
}

/** The colours of the restaurant, in the page itself so that the first thing painted has them already. */
function tokens(colour: string): string {
  const { accent } = accentTokens(colour);
  const rule = (scheme: ColourScheme) => `:root{${declarations(accentTokens(colour, scheme))}}`;
  const dark = `@media screen and (prefers-color-scheme:dark){${rule('dark')}}`;
  return `<meta name="theme-color" content="${accent}">\n<style>${rule('light')}${dark}</style>`;
}

function declarations(accent: AccentTokens): string {
  const variables = {
    '--accent': accent.accent,
    '--on-accent': accent.onAccent,
    '--accent-hover': accent.accentHover,
    '--accent-soft': accent.accentSoft,
    '--accent-text': accent.accentText,
    '--accent-ui': accent.accentUi,
    '--accent-edge': accent.accentEdge,
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}
