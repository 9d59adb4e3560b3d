/** The text of dashboard/words/messages.ts: which files English has, and what each of its messages takes. */
import { join } from 'node:path';
import { type Catalogue, flatten, wordsFolder } from './catalogues.ts';
import { type ArgumentKind, argumentsOf, parseMessage } from './message.ts';

export const valueTypesFile = join(wordsFolder, 'messages.ts');
/** The same as of the formatter. */
const lineLength = 120;
const types: Record<ArgumentKind, string> = { text: 'Text', number: 'number', choice: 'string' };

export function valueTypes(english: Catalogue): string {
  const domains = Object.keys(english);
  const messages = [...flatten(english)].flatMap(([path, text]) => {
    const values = [...argumentsOf(parseMessage(text))].map(([name, kind]) => `${name}: ${types[kind]}`);
    return values.length === 0 ? [] : [property(path, values)];
  });
  return [
    '/** Written by `npm run words` from the catalogues in dashboard/words/en; not edited by hand. */',
    ...domains.map((domain) => `import type ${domain} from './en/${domain}.json';`),
    '',
    '/** The files of English, by domain. */',
    'export interface EnglishFiles {',
    ...domains.map((domain) => `  ${domain}: typeof ${domain};`),
    '}',
    '',
    '/** Printed as it is. */',
    'type Text = string | number;',
    '',
    '/** The messages with arguments, and what they take. */',
    'export interface MessageValues {',
    ...messages,
    '}',
    '',
  ].join('\n');
}

function property(path: string, values: readonly string[]): string {
  const line = `  '${path}': { ${values.join('; ')} };`;
  return line.length <= lineLength
    ? line
    : [`  '${path}': {`, ...values.map((value) => `    ${value};`), '  };'].join('\n');
}
