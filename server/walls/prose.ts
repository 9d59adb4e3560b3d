/**
 * Finds comments and test titles that begin with a relative clause or a stray preposition, so that their subject is
 * missing: "Of the others nothing is read." A reader who opens the file at that line cannot know what it is about.
 */
import type { SourceFile } from './architecture.ts';
import { proseOf } from './read-prose.ts';

const forbidden =
  /^(of|what|whatever|who|whoever|whom|whose|whichever|nothing of|such|so many|as|those|that of|that which|in which|by which|at which|where it|whether (?:what|who|whoever|whatever|that))\b(?!-)/i;

/** Each comment and title that begins badly, as `server/app.ts:12: begins with "Of"`. */
export function badBeginnings({ path, text }: SourceFile): string[] {
  return proseOf(path, text).flatMap(({ line, text: prose, begins }) => {
    const [word] = (begins ? forbidden.exec(prose.replace(/^[\s/*-]+/, '')) : null) ?? [];
    return word === undefined ? [] : [`${path}:${line}: begins with "${word}"`];
  });
}
