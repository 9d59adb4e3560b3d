import { Fragment } from 'react';
import type { SpokenText } from '../language/in-language.ts';
import { useSite } from '../site.tsx';

/** A text of the menu, for voices in its own language. */
export function MenuText({ of: { text, lang } }: { of: SpokenText }) {
  return <bdi lang={lang}>{text}</bdi>;
}

/** Stands in a sentence where a text of the menu goes. */
export const gap = '\0';

/** A sentence with gaps, each filled with a text of the menu for voices in its own language. */
export function MenuSentence({ sentence, of: texts }: { sentence: string; of: readonly SpokenText[] }) {
  return sentence.split(gap).map((words, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <MenuText of={texts[index - 1]!} />}
      {words}
    </Fragment>
  ));
}

/** The name of a button without words about a text of the menu: a label, hidden words where the text is in another language. */
export function menuLabel(say: (text: string) => string, of: SpokenText) {
  if (of.lang === undefined) return { label: say(of.text), hidden: null };
  const hidden = (
    <span className="visually-hidden">
      <MenuSentence sentence={say(gap)} of={[of]} />
    </span>
  );
  return { label: undefined, hidden };
}

/** Texts of the menu with commas between them. */
export function MenuTexts({ of: texts }: { of: readonly SpokenText[] }) {
  const { words } = useSite();
  return texts.map((one, index) => (
    <span key={index}>
      {index === 0 ? null : words.comma}
      <MenuText of={one} />
    </span>
  ));
}
