import { lettersOver } from '../basket/letters-over.ts';
import { useSite } from '../site.tsx';
import controls from './controls.module.css';

/** How full a note is, from its half on. What is too long is told and stays: a cut note may leave out an allergy. */
export function NoteCount({ id, text, most }: { id: string; text: string; most: number }) {
  const { words } = useSite();
  const over = lettersOver(text, most);
  const written = Array.from(text).length;
  return (
    <span id={id} className={over > 0 ? controls.error : controls.hint}>
      {over > 0 ? words.lettersOver(over) : written > most / 2 ? `${written} / ${most}` : ''}
    </span>
  );
}
