import type { SpokenText } from '../language/in-language.ts';
import { useSite } from '../site.tsx';

/** A text of the menu, for voices in its own language. */
export function MenuText({ of: { text, lang } }: { of: SpokenText }) {
  return <bdi lang={lang}>{text}</bdi>;
}

/** The same with commas between them. */
export function MenuTexts({ of: texts }: { of: readonly SpokenText[] }) {
  const { words } = useSite();
  return texts.map((one, index) => (
    <span key={index}>
      {index === 0 ? null : words.comma}
      <MenuText of={one} />
    </span>
  ));
}
