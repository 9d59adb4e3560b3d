/**
 * Finds citations in comments, in the titles of tests and in documents, and those that lead nowhere. A citation is the number of a
 * requirement, a decision with its number, a section of the specification, or the path of a document.
 */
import { posix } from 'node:path';
import type { SourceFile } from './architecture.ts';
import { proseOf } from './read-prose.ts';

interface Known {
  /** Every number of docs/requirements with the pages that define it. */
  definedOn: ReadonlyMap<string, readonly string[]>;
  decisions: ReadonlySet<number>;
  /** Files and folders of the repository. */
  paths: ReadonlySet<string>;
}

/** Collects the numbers that the pages among `files` define; `paths` are all files of the repository. */
export function knownFrom(files: readonly SourceFile[], paths: readonly string[]): Known {
  const definedOn = new Map<string, string[]>();
  for (const { path, text } of files) {
    if (!path.startsWith('docs/requirements/')) continue;
    for (const [, cell, heading] of text.matchAll(definition)) {
      const number = (cell ?? heading)!;
      definedOn.set(number, [...(definedOn.get(number) ?? []), path]);
    }
  }
  const numbered = paths.flatMap((path) => /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1] ?? []);
  const folders = paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')));
  return {
    definedOn,
    decisions: new Set(numbered.map(Number)),
    paths: new Set([...paths, ...folders]),
  };
}

/** Each citation that leads nowhere, as `server/app.ts:12: R99 stands nowhere in docs/requirements`. */
export function brokenCitations({ path, text }: SourceFile, known: Known): string[] {
  const broken = proseOf(path, text).flatMap(({ line, text: prose }) => {
    const said = prose.replaceAll(/`[^`]*`/g, '``');
    return [
      ...brokenNumbers(said, known),
      ...brokenDecisions(said, known),
      ...brokenSections(said, known),
      ...brokenPaths(path, prose, known),
    ].map((problem) => `${path}:${line}: ${problem}`);
  });
  return [...new Set(broken)];
}

const definition = /^(?:\| ([A-Z]{1,2}-?\d{1,2}[a-z]?) \||#{2,4} ([a-z]+-[a-z]+ \d|[A-Z]{1,2}-?\d{1,2}[a-z]?)$)/gm;
/** `R31`, `LO-17`, `P8b`, and `R12 to R20`; a number with a digit too many, such as `R310`, is one that nobody defines. */
const number = /(?<![\w#./-])([A-Z]{1,2}-?)(\d{1,3})([a-z]?)\b(?:( to )\1(\d{1,3})\b)?(?![\w-])/g;
const numbers = String.raw`\d{1,3}(?!\d)(?:\.\d+)*(?:(?:, and |, | and | to )\d{1,3}(?:\.\d+)*\b)*`;
/** "After this decision 200 rows are left" cites no decision. */
const decision = new RegExp(String.raw`(?<!\b(?:a|the|this|that|each|every) )\bdecisions? (${numbers})`, 'gi');
/** 'core-setup 5 and 7'; documents that the repository does not hold are found as well. */
const section = new RegExp(
  String.raw`\b(core-setup|order-operations|spec|specification|screens|features|reliability|performance)(?:,? sections?)? (${numbers})`,
  'g',
);

function brokenNumbers(prose: string, { definedOn }: Known): string[] {
  const families = new Set([...definedOn.keys()].map(familyOf));
  return [...prose.matchAll(number)].flatMap(([, prefix, first, letter, to, last]) => {
    if (!families.has(familyOf(prefix! + first!))) return [];
    const cited =
      to === undefined
        ? [prefix! + first! + letter!]
        : range(Number(first), Number(last)).map((n) => prefix! + String(n).padStart(first!.length, '0'));
    return cited.filter((one) => !definedOn.has(one)).map((one) => `${one} stands nowhere in docs/requirements`);
  });
}

/** Prefix and count of digits, so that the M1 of an example is not taken for one of M01 to M22. Numbers without a 0 in front have any. */
function familyOf(cited: string): string {
  const [, prefix, digits] = /^(\D+)(\d+)/.exec(cited) ?? [];
  return prefix === undefined || /^(R|P|G)$/.test(prefix) ? (prefix ?? '') : `${prefix}${Math.min(digits!.length, 2)}`;
}

function brokenDecisions(prose: string, { decisions }: Known): string[] {
  return [...prose.matchAll(decision)]
    .flatMap(([, list]) => expand(list!))
    .filter((cited) => !decisions.has(Number(cited)))
    .map((cited) => `decision ${cited} stands nowhere in docs/decisions`);
}

function brokenSections(prose: string, { definedOn }: Known): string[] {
  const unnamed = prose.replaceAll(section, '').match(/\bsections? \d+/g) ?? [];
  return [
    ...[...prose.matchAll(section)]
      .flatMap(([, document, list]) => expand(list!).map((cited) => `${document!} ${cited}`))
      .filter((cited) => !definedOn.has(cited))
      .map((cited) => `${cited} stands nowhere in docs/requirements`),
    ...unnamed.map((cited) => `${cited} names no document`),
  ];
}

/** Paths that begin with docs/, and the links of documents. `docs/decisions/0012` and `0012-*` name the page that begins so. */
function brokenPaths(from: string, prose: string, { paths }: Known): string[] {
  const named = [...prose.matchAll(/(?<![\w./])docs\/[\w./*-]*\w/g)].map(([path]) => path);
  const linked = from.endsWith('.md')
    ? [...prose.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link]) =>
        posix.join(posix.dirname(from), link!).replace(/\/$/, ''),
      )
    : [];
  return [...named, ...linked]
    .filter((path) => !paths.has(path) && !isBeginningOfDecision(path, paths))
    .map((path) => `${path} is not there`);
}

function isBeginningOfDecision(path: string, paths: ReadonlySet<string>): boolean {
  return /^docs\/decisions\/\d{4}$/.test(path) && [...paths].some((known) => known.startsWith(`${path}-`));
}

/** '8, 9 to 11 and 24' as ['8', '9', '10', '11', '24']. */
function expand(list: string): string[] {
  return list.split(/, and |, | and /).flatMap((part) => {
    const [first, last] = part.split(' to ');
    return last === undefined ? [first!] : range(Number(first), Number(last)).map(String);
  });
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
