/** Prints the modules of `domains.ts` into `docs/architecture.md`, between its two marks: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from './domains.ts';
import { plumbingTables, writersBeside } from './table-writers.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'architecture.md');
const begin = '<!-- modules: printed by `npm run docs` -->';
const end = '<!-- end of modules -->';

/** The page with the modules as the table has them now. */
export function withModules(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/architecture.md lacks "${begin}" or "${end}"`);
  return `${before}${begin}\n\n${moduleTable()}\n\n${exceptionTable()}\n\n${end}${after}`;
}

export function readPage(): string {
  return readFileSync(page, 'utf8');
}

function moduleTable(): string {
  const rows = modules.map(({ folder, purpose, doors, tables }) => [
    `\`${folder}\``,
    purpose,
    doors.map((door) => `\`${door}\``).join(', '),
    tables.map((table) => `\`${table}\``).join(', '),
  ]);
  return markdownTable(['module', 'what it does', 'doors', 'tables it owns'], rows);
}

function exceptionTable(): string {
  return markdownTable(
    ['table', 'is also written by', 'because'],
    [
      ...writersBeside.map(({ table, path, reason }) => [
        table === '*' ? 'any' : `\`${table}\``,
        `\`${path}\``,
        reason,
      ]),
      ...Object.entries(plumbingTables).map(([table, room]) => [`\`${table}\``, `\`${room}\` alone`, 'it is plumbing']),
    ],
  );
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (import.meta.main) writeFileSync(page, withModules(readPage()));
