/**
 * Sentences leave the server: an operation answers a code with details, and the files of words alone say what a person
 * reads. Their English is in the contract; every app says the codes in its own languages.
 */
import type { SourceFile } from './architecture.ts';

/** The English of every code that the wire carries. */
export const wordFiles = [
  'contract/base/errors.ts',
  'contract/customers/customer-errors.ts',
  'contract/ordering/order-errors.ts',
  'contract/payments/payment-errors.ts',
  'contract/delivery/courier-errors.ts',
  'contract/delivery/delivery-errors.ts',
  'contract/base/error-text.ts',
  'contract/base/field-problems.ts',
  'contract/menu/file-problems.ts',
  'contract/accounts/account-errors.ts',
  'contract/menu/menu-errors.ts',
  'contract/base/success-text.ts',
];

/** Texts that leave the house as mail, text message, voice call or ticket, each domain's in one place; and texts for developers. */
const otherTexts = /\/(?:words|mails|escalation-mails)\.ts$|^server\/http\/(?:logging\.ts|docs\/)/;

/** Places that take a code and where a sentence could slip in. */
const answering = [
  /new Refusal\(/,
  /\b(?:fieldProblem|schemaProblem|confirmationOf|report|refuse|invalid|wrongCode|invalidPhone)\(/,
  /\b(?:msg|toast|message|fields?|sentence)\b['\]]*\s*[:=]/,
  /\.(?:refine|superRefine|regex|min|max|check)\(/,
];
/** Two words at least, the first with a capital letter; a value may stand before it. */
const sentence = /(['"`])(?:\$\{[^}]*\}:? ?)?[A-Z][\w']* [^'"`]*\1|`\$\{[^}]*\} [a-z][^`]*`/;

/** Sentences of a person in what the server or a schema answers with. */
export function sentencesIn({ path, text }: SourceFile): string[] {
  const isChecked = /^(?:contract|server\/http|server\/modules)\//.test(path) && !path.endsWith('.test.ts');
  if (!isChecked || wordFiles.includes(path) || otherTexts.test(path)) return [];
  return statements(withoutComments(text)).flatMap((statement) => {
    const place = answering.map((pattern) => pattern.exec(statement)).find((match) => match !== null);
    const found = place === undefined ? null : sentence.exec(statement.slice(place.index));
    return found === null || /\bnew (?:Error|\w+(?:Failed|NotSent|NotMade|Unavailable))\(/.test(statement)
      ? []
      : [`${path}: ${found[0]} is a sentence; answer a code of the contract`];
  });
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** Roughly: what stands between semicolons and blank lines. */
function statements(text: string): string[] {
  return text.split(/;\s*\n|\n\s*\n/);
}

/** The codes that no file of the contract or the server names, alone or by their beginning or end. */
export function unusedCodes(codes: readonly string[], files: readonly SourceFile[]): string[] {
  const product = files.filter(
    ({ path }) =>
      /^(?:contract|server)\//.test(path) &&
      !/\.test\.ts$|^server\/(?:test|walls|faults)\//.test(path) &&
      !wordFiles.includes(path),
  );
  const named = new Set<string>();
  const starts: string[] = [];
  const ends: string[] = [];
  for (const { text } of product) {
    for (const [, code] of text.matchAll(/'([a-z0-9_]+(?:\.[a-z0-9_]+)?)'/g)) named.add(code!);
    for (const [, start] of text.matchAll(/`([a-z_]+\.)\$\{/g)) starts.push(start!);
    for (const [, end] of text.matchAll(/\}(\.[a-z_]+)`/g)) ends.push(end!);
  }
  return codes.filter(
    (code) =>
      !named.has(code) && !starts.some((start) => code.startsWith(start)) && !ends.some((end) => code.endsWith(end)),
  );
}
