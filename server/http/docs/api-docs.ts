import { Prepared } from '../answers/prepared.ts';
import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi.ts';
import type { OpenRoute } from '../open-routes.ts';
import { contentPolicy } from '../answers/safety-headers.ts';
import { schemaText } from './schema-text.ts';
import { sendPrepared } from '../answers/send-prepared.ts';

/** The API as an OpenAPI document and as a page for people, both generated when they are first read. */
export function apiDocsRoutes(describe: () => OpenApi): OpenRoute[] {
  let json: Prepared | undefined;
  let html: Prepared | undefined;
  const why = 'It describes the contract.';
  return [
    {
      method: 'GET',
      url: '/api/openapi.json',
      why,
      handler: async (request, reply) => {
        json ??= new Prepared(JSON.stringify(describe()));
        return sendPrepared(json, 'application/json; charset=utf-8', request, reply);
      },
    },
    {
      method: 'GET',
      url: '/api/docs',
      why,
      handler: async (request, reply) => {
        void reply.header('content-security-policy', contentPolicy());
        html ??= new Prepared(docsPage(describe()));
        return sendPrepared(html, 'text/html; charset=utf-8', request, reply);
      },
    },
  ];
}

/** The whole document on one page, without scripts or external resources. */
export function docsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section id="${name}"><h2>${name}</h2>${ofTag.map((one) => card(document.servers[0]!.url, one)).join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)} API</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(document.info.title)} API</h1>
<p>${escaped(document.info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a> · OpenAPI ${document.openapi} · version ${escaped(document.info.version)}</p>
<nav aria-label="Groups">${document.tags.map(({ name }) => `<a href="#${name}">${name}</a>`).join('')}<a href="#errors">errors</a></nav>
</header>
<main>
${sections.join('\n')}
<section id="errors"><h2>errors</h2>
<p>The shape of every answer that is not 2xx:</p>
<pre>${escaped(schemaText(withoutCodes(document.components.schemas['Error']!)))}</pre></section>
</main>
</body>
</html>
`;
}

function card(
  root: string,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): string {
  const { summary, description, parameters = [], requestBody, responses, operationId } = operation;
  const [, ...refusals] = Object.entries(responses).sort(([one], [other]) => Number(one) - Number(other));
  return `<details id="${operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(root + path).replaceAll('/', '/<wbr>')}</code>
<span class="what">${escaped(summary)}</span></summary>
<div class="body"><p>${escaped(description)}</p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3><dl>${parameters.map(parameterText).join('')}</dl>`}
${requestBody === undefined ? '' : contents('Body', requestBody.content)}
${contents('Answer', responses['200']!.content)}
<h3>Refusals</h3><dl>${refusals.map(([status, { description: text }]) => `<dt>${status}</dt><dd>${refusalText(text)}</dd>`).join('')}</dl>
</div></details>`;
}

function parameterText({ name, in: place, required, schema, description = '' }: Parameter): string {
  const type = `${schemaText(schema)}${required ? '' : ', optional'}`;
  return `<dt><code>${escaped(name)}</code> <small>${place}</small></dt><dd>${escaped(type)}. ${escaped(description)}</dd>`;
}

function contents(title: string, content: Record<string, { schema: JsonSchema }>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<h3>${title} <small>${type}</small></h3><pre>${escaped(schemaText(schema))}</pre>`)
    .join('');
}

function refusalText(description: string): string {
  return escaped(description)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>');
}

/** Drops the list of all error codes, which is too long to read; each call names its own. */
function withoutCodes(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...schema.properties, code: { type: 'string' } } };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#e5e0db, #3a3532); --soft: light-dark(#faf7f4, #211e1c); --ink: light-dark(#1f1a17, #f1ece8);
  --quiet: light-dark(#6b625c, #a89f98); --accent: light-dark(#b33a0a, #ff9d6b); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink);
  background: light-dark(#fff, #171412); }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; text-transform: capitalize; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 0.95rem; }
small, dd, header p { color: var(--quiet); }
small { font-weight: normal; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem; }
nav a { padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 99px; text-decoration: none; }
details { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; }
summary { padding: 0.7rem 0.9rem; cursor: pointer; background: var(--soft); overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.what { display: block; padding-top: 0.15rem; color: var(--quiet); }
.method { display: inline-block; min-width: 3.6rem; font: 700 0.8rem/1 ui-monospace, monospace; color: var(--accent); }
code, pre { font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
.body { padding: 0.25rem 0.9rem 1rem; border-top: 1px solid var(--line); }
pre { margin: 0.25rem 0; padding: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); border-radius: 0.4rem; }
dl { margin: 0.25rem 0; }
dt { margin-top: 0.5rem; }
dd { margin: 0; }
@media (min-width: 40rem) { dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.4rem 1.25rem; } dt { margin: 0; } }
`;
