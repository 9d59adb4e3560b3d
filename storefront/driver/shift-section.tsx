import { type FormEvent, useState } from 'react';
import type { DriverRun } from '#contract/delivery/deliveries.ts';
import type { RunState } from './use-run.ts';
import { moneyText, useSpoken } from './words.ts';

/** The cash of the shift: begun with the change that the driver carries, ended with what they count. */
export function ShiftSection({ run, state }: { run: DriverRun; state: RunState }) {
  const { words, language } = useSpoken();
  const { shift, restaurant } = run;
  const [isOpen, setOpen] = useState(false);
  const amount = (major: number) => moneyText(major, restaurant.currency, language);
  const [text, setText] = useState('');
  const typed = amountOf(text);

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (typed === null) return;
    if (shift === null) state.openShift(typed);
    else state.closeShift(typed);
    setText('');
    setOpen(false);
  }

  return (
    <section aria-labelledby="cash">
      <h2 id="cash">{words.cashTitle}</h2>
      {shift !== null && <p className="due cash">{words.cashToHandIn(amount(shift.expected))}</p>}
      {shift !== null && shift.float > 0 && <p className="hint">{words.cashWithChange(amount(shift.float))}</p>}
      {state.closed !== null && shift === null && (
        <output className="notice">{words.shiftEnded(amount(state.closed.counted ?? 0), differenceText())}</output>
      )}
      {isOpen ? (
        <form className="stack" onSubmit={confirm}>
          <label className="field">
            <span>{shift === null ? words.change : words.counted}</span>
            <input
              value={text}
              onChange={(event) => setText(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              maxLength={12}
            />
          </label>
          <div className="buttons">
            <button type="submit" className="primary" disabled={typed === null || state.isBusy}>
              {shift === null ? words.startShift : words.endShift}
            </button>
            <button type="button" className="secondary" onClick={() => setOpen(false)}>
              {words.back}
            </button>
          </div>
        </form>
      ) : (
        <button type="button" className="secondary wide" onClick={() => setOpen(true)}>
          {shift === null ? words.startShift : words.endShift}
        </button>
      )}
    </section>
  );

  function differenceText(): string {
    const difference = state.closed?.difference ?? 0;
    if (difference === 0) return words.exact;
    return difference > 0 ? words.tooMuch(amount(difference)) : words.tooLittle(amount(-difference));
  }
}

/** Digits with a point or a comma; null for anything else. */
function amountOf(text: string): number | null {
  const plain = text
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[,٫]/, '.');
  return /^\d{1,9}(\.\d{1,3})?$/.test(plain) ? Number(plain) : null;
}
