/**
 * Which words a source file reads, found in its syntax tree. A path counts with everything below it where a whole branch is
 * handed on, or read by a computed key (`words.ordering.status[order.status]`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { answersDomain, wordsFolder } from './catalogues.ts';

/**
 * The paths that the dashboard's source reads, tests aside. The words for answers are looked up by their codes, which a wall holds
 * to the contract.
 */
export function readUsedPaths(folder = join(wordsFolder, '..')): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file));
  return new Set([
    answersDomain,
    ...sources.flatMap((file) => usedPaths(file, readFileSync(join(folder, file), 'utf8'))),
  ]);
}

/** Whether one of the paths, or a branch that it is on, is read. */
export function isUsedIn(used: ReadonlySet<string>): (path: string) => boolean {
  return (path) => {
    const keys = path.split('.');
    return keys.some((_, index) => used.has(keys.slice(0, index + 1).join('.')));
  };
}

/** A node of the tree; only what is looked at is named. */
interface Node {
  type: string;
  [property: string]: unknown;
}
/** The meaning of names in a scope: a path of the words, or null for something else of that name. */
type Scope = Map<string, string[] | null>;

export function usedPaths(file: string, text: string): string[] {
  if (!text.includes('/words.ts')) return [];
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const found: string[] = [];
  visit(program as unknown as Node, [], found);
  return found;
}

function visit(node: Node, scopes: readonly Scope[], found: string[]): void {
  const path = pathOf(node, scopes);
  if (path !== null) {
    found.push(path.join('.'));
    return;
  }
  if (node.type === 'ExportNamedDeclaration') found.push(...exportedPaths(node, scopes));
  const inner = opensScope(node) ? [...scopes, declarationsIn(node, scopes)] : scopes;
  for (const child of childrenOf(node, inner)) visit(child, inner, found);
}

/** The branches that another module can read by a name of this one. */
function exportedPaths(node: Node, scopes: readonly Scope[]): string[] {
  const declarators = listOf(listOf(node['declaration'])[0]?.['declarations']);
  const paths = declarators.flatMap(({ init }) => listOf(init)).map((value) => pathOf(value, scopes));
  return paths.filter((path) => path !== null).map((path) => path.join('.'));
}

/** 'ordering.status' of `words.ordering.status`, through the names that stand for a branch. */
function pathOf(node: Node, scopes: readonly Scope[]): string[] | null {
  if (node.type === 'Identifier') {
    const name = String(node['name']);
    return scopes.findLast((scope) => scope.has(name))?.get(name) ?? null;
  }
  if (node.type !== 'MemberExpression') return null;
  const key = keyOf(node['property'] as Node, node['computed'] === true);
  const branch = key === null ? null : pathOf(node['object'] as Node, scopes);
  return branch === null ? null : [...branch, key!];
}

function keyOf(key: Node, isComputed: boolean): string | null {
  if (key.type === 'Identifier') return isComputed ? null : (key['name'] as string);
  return key.type === 'Literal' ? String(key['value']) : null;
}

function opensScope({ type }: Node): boolean {
  return type === 'Program' || type === 'BlockStatement' || type.includes('Function');
}

function declarationsIn(node: Node, scopes: readonly Scope[]): Scope {
  const scope: Scope = new Map();
  for (const parameter of listOf(node['params'])) declare(parameter, null, scope);
  for (const statement of node.type.includes('Function') ? [] : listOf(node['body'])) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement;
    if (statement.type === 'ImportDeclaration') declareImports(statement, scope);
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const declarator of listOf(declaration['declarations'])) {
      const value = declarator['init'] as Node | null;
      declare(declarator['id'] as Node, value === null ? null : pathOf(value, [...scopes, scope]), scope);
    }
  }
  return scope;
}

function declareImports(statement: Node, scope: Scope): void {
  if (!String((statement['source'] as Node)['value']).endsWith('/words.ts')) return;
  for (const specifier of listOf(statement['specifiers'])) {
    if ((specifier['imported'] as Node | undefined)?.['name'] === 'words')
      declare(specifier['local'] as Node, [], scope);
  }
}

/** Gives every name of a pattern its path: `const { fields: names } = words.menu.check`. */
function declare(pattern: Node, path: string[] | null, scope: Scope): void {
  switch (pattern.type) {
    case 'Identifier':
      scope.set(pattern['name'] as string, path);
      break;
    case 'AssignmentPattern':
      declare(pattern['left'] as Node, path, scope);
      break;
    case 'ArrayPattern':
      for (const element of listOf(pattern['elements'])) declare(element, null, scope);
      break;
    case 'ObjectPattern':
      for (const property of listOf(pattern['properties'])) {
        const key = property.type === 'Property' ? keyOf(property['key'] as Node, property['computed'] === true) : null;
        const value = (property['value'] ?? property['argument']) as Node;
        declare(value, path === null || key === null ? null : [...path, key], scope);
      }
      break;
    default:
      break;
  }
}

/** The evaluated children: no types, no names of properties, and no declaration that only renames a branch. */
function childrenOf(node: Node, scopes: readonly Scope[]): Node[] {
  if (node.type === 'ImportDeclaration') return [];
  // `x as T` and `x!` hold an expression; every other node of the kind is a type.
  if (node.type.startsWith('TS')) return listOf(node['expression']);
  if (node.type === 'VariableDeclarator') {
    const value = node['init'] as Node | null;
    return value === null || pathOf(value, scopes) !== null ? [] : [node['id'] as Node, value];
  }
  const named = node.type === 'MemberExpression' ? 'property' : node.type === 'Property' ? 'key' : null;
  return Object.entries(node).flatMap(([name, value]) =>
    name === named && node['computed'] !== true ? [] : listOf(value),
  );
}

function listOf(value: unknown): Node[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one);
}
