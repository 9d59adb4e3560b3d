/** Reads the prose of a file: comments and test titles of code, all lines of a document. */

/** A line that people read, without the code around it. */
interface Prose {
  line: number;
  text: string;
  /** The line is the first of its comment, or a title. */
  begins: boolean;
}

interface Line {
  line: number;
  text: string;
}

export function proseOf(path: string, text: string): Prose[] {
  const lines = text.split('\n').map((content, index) => ({ line: index + 1, text: content }));
  if (path.endsWith('.md')) return lines.map((line) => ({ ...line, begins: false }));
  const comments = path.endsWith('.sql') ? lines.flatMap(commentOfSql) : commentsOfCode(lines);
  return isTestFile(path) ? [...comments, ...lines.flatMap(titleOf)] : comments;
}

function isTestFile(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path);
}

function commentOfSql({ line, text }: Line, _index: number, lines: readonly Line[]): Prose[] {
  const at = text.indexOf('--');
  if (at === -1) return [];
  return [{ line, text: text.slice(at + 2), begins: !continuesAbove(line, lines, /^\s*--/) }];
}

/** Comments stand after white space or at the beginning of a line; quoted ones are text. Template literals may carry SQL's. */
function commentsOfCode(lines: readonly Line[]): Prose[] {
  let isInside = false;
  let isEmptySoFar = false;
  return lines.flatMap((one, index) => {
    const { line, text } = one;
    if (!isInside && /^\s*-- /.test(text)) return commentOfSql(one, index, lines);
    const from = isInside ? 0 : beginningOfComment(text);
    if (from === -1) return [];
    const begins = isInside ? isEmptySoFar : !continuesAbove(line, lines, /^\s*\/\//);
    const end = text.indexOf('*/', from);
    isInside = (isInside || text.startsWith('/*', from)) && end === -1;
    const prose = text.slice(from, end === -1 ? undefined : end);
    isEmptySoFar = begins && !/\w/.test(prose);
    return [{ line, text: prose, begins }];
  });
}

/** Whether this line and the one above are both comments of the kind, with no code before them. */
function continuesAbove(line: number, lines: readonly Line[], kind: RegExp): boolean {
  const [above, here] = [lines[line - 2], lines[line - 1]];
  return kind.test(here?.text ?? '') && kind.test(above?.text ?? '');
}

function beginningOfComment(text: string): number {
  const found = /(?<=^|[\s{(])(?:\/\/|\/\*)/.exec(text);
  if (found === null) return -1;
  const before = text.slice(0, found.index);
  const isQuoted = ["'", '"', '`'].some((quote) => before.split(quote).length % 2 === 0);
  return isQuoted ? -1 : found.index;
}

function titleOf({ line, text }: Line): Prose[] {
  const title = /^\s*(?:(?:test|describe|it)\b[\w.]*|\]\)|.*\.each\(.*\))\(\s*(['"`])(.*?)\1\s*,/.exec(text)?.[2];
  return title === undefined ? [] : [{ line, text: title, begins: true }];
}
