import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { LineChange } from '../../basket/check.ts';
import controls from '../../components/controls.module.css';
import { Question } from '../../components/question.tsx';
import { outletName } from '../../language/in-language.ts';
import { useSite } from '../../site.tsx';
import { LineChanges } from './line-changes.tsx';

interface SwitchQuestionProps {
  /** Where the basket would go. */
  outlet: CatalogueOutlet | null;
  changes: LineChange[];
  onAnswer: (isSwitching: boolean) => void;
}

/** Which lines would be lost at another place or cost something else (C14). */
export function SwitchQuestion({ outlet, changes, onAnswer }: SwitchQuestionProps) {
  const { words, language } = useSite();
  return (
    <Question
      title={words.switchTitle}
      onCancel={() => onAnswer(false)}
      actions={
        <>
          <button type="button" className={controls.primary} onClick={() => onAnswer(false)}>
            {words.keepBasket}
          </button>
          <button type="button" className={controls.secondary} onClick={() => onAnswer(true)}>
            {words.switch}
          </button>
        </>
      }
    >
      <p>{words.switchHint(outlet === null ? '' : outletName(outlet, language))}</p>
      <LineChanges changes={changes} />
    </Question>
  );
}
