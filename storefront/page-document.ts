/** The HTML document around the rendered site. No inline script: the data travels as JSON, which no browser runs (R67). */
import { script, styles, words } from 'virtual:client-assets';
import type { Catalogue } from '#contract/catalogue.ts';
import type { Language } from '#contract/enumerations.ts';
import { accentTokens } from '#contract/rules/brand-colours.ts';
import { coverOf } from './menu.ts';
import { directionOf } from './messages/words.ts';
import type { SiteData } from './site.tsx';

export interface PageParts {
  language: Language;
  title: string;
  /** What is rendered into the root. */
  body: string;
  /** null: a page without a restaurant, which has nothing to run. */
  data: SiteData | null;
  /** Where the page stands on the web, with its origin. */
  address: string;
}

export function pageDocument({ language, title, body, data, address }: PageParts): string {
  const restaurant = data?.catalogue.restaurant;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escaped(title)}</title>
${data === null ? '<meta name="robots" content="noindex">' : restaurantTags(data.catalogue, address)}
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${data === null ? '' : `<link rel="modulepreload" href="${words[language]}">`}
${tokens(restaurant?.accent ?? '')}
</head>
<body>
<div id="root">${body}</div>
${data === null ? '' : `<script type="application/json" id="data">${jsonText(data)}</script>\n<script type="module" src="${script}"></script>`}
</body>
</html>
`;
}

function restaurantTags(catalogue: Catalogue, address: string): string {
  const { name, logo } = catalogue.restaurant;
  const cover = coverOf(catalogue);
  const origin = new URL(address).origin;
  return [
    `<meta name="description" content="${escaped(`${name}: see the menu and order for delivery or pickup.`)}">`,
    `<meta property="og:title" content="${escaped(name)}">`,
    '<meta property="og:type" content="restaurant.menu">',
    `<meta property="og:url" content="${escaped(address)}">`,
    ...(cover === null ? [] : [`<meta property="og:image" content="${escaped(`${origin}${cover}-1200.webp`)}">`]),
    ...(logo === null
      ? ['<link rel="icon" href="data:,">']
      : [
          `<link rel="icon" href="${escaped(logo)}-88.webp">`,
          `<link rel="apple-touch-icon" href="${escaped(logo)}-176.webp">`,
        ]),
  ].join('\n');
}

/** The colours of the restaurant, in the page itself so that the first thing painted has them already. */
function tokens(colour: string): string {
  const accent = accentTokens(colour);
  const variables = {
    '--accent': accent.accent,
    '--on-accent': accent.onAccent,
    '--accent-hover': accent.accentHover,
    '--accent-soft': accent.accentSoft,
    '--accent-text': accent.accentText,
    '--accent-ui': accent.accentUi,
    '--accent-edge': accent.accentEdge,
  };
  const text = Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
  return `<meta name="theme-color" content="${accent.accent}">\n<style>:root{${text}}</style>`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** JSON that cannot end the element it stands in. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
