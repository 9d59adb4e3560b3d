import type { LineChange } from '../../basket/check.ts';
import controls from '../../components/controls.module.css';
import { Question } from '../../components/question.tsx';
import { useSite } from '../../site.tsx';
import { LineChanges } from './line-changes.tsx';

interface SwitchQuestionProps {
  /** Of the outlet that the basket would go to. */
  outletName: string;
  changes: LineChange[];
  onAnswer: (isSwitching: boolean) => void;
}

/** Which lines would be lost at another place or cost something else (screens C14). */
export function SwitchQuestion({ outletName, changes, onAnswer }: SwitchQuestionProps) {
  const { words } = useSite();
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
      <p>{words.switchHint(outletName)}</p>
      <LineChanges changes={changes} />
    </Question>
  );
}
