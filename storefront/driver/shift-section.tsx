import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ShiftId } from '#contract/base/ids.ts';
import { type Currency, fromMajor, toDecimalText, toMajor } from '#contract/base/money.ts';
import { typedAmount } from '#contract/base/typed-number.ts';
import type { DriverRun } from '#contract/delivery/deliveries.ts';
import { moveFocus } from '../components/move-focus.ts';
import { pressable } from '../components/pressable.ts';
import type { RunState } from './use-run.ts';
import { moneyText, useSpoken } from './words.ts';

/** The cash of the shift: begun with the change that the driver carries, ended with what they count. */
export function ShiftSection({ run, state }: { run: DriverRun; state: RunState }) {
  const { words, language } = useSpoken();
  const { shift, restaurant } = run;
  const present = shift?._id ?? 'new';
  const [formOf, setFormOf] = useState<ShiftId | 'new' | null>(null);
  // The shift may end or begin elsewhere while cash is counted: its form closes, and is not sent as that of another one.
  if (formOf !== null && formOf !== present) setFormOf(null);
  const currency = restaurant.currency as Currency;
  const amount = (major: number) => moneyText(major, currency, language);
  const hintId = useId();
  const [text, setText] = useState('');
  const typed = amountOf(text, currency);
  const isWrong = typed === null && text.trim() !== '';
  const example = toDecimalText(fromMajor(1250, currency), currency);
  const isOpen = formOf === present;
  const wasOpen = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
    // The form went with the focus in it. Whoever types elsewhere meanwhile goes on there.
    else if (wasOpen.current && document.activeElement === document.body) moveFocus(opener.current);
    wasOpen.current = isOpen;
  }, [isOpen]);

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (typed === null) return;
    if (shift === null) state.openShift(typed);
    else state.closeShift(typed);
    setFormOf(null);
  }

  function open() {
    setText('');
    setFormOf(present);
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
              ref={field}
              value={text}
              onChange={(event) => setText(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              maxLength={12}
              aria-invalid={isWrong}
              aria-describedby={hintId}
            />
          </label>
          <p id={hintId} role={isWrong ? 'alert' : undefined} className={isWrong ? 'problem' : 'hint'}>
            {isWrong ? words.amountWrong(example) : words.amountHint(example)}
          </p>
          <div className="buttons">
            <button type="submit" className="primary" disabled={typed === null} {...pressable(!state.isBusy)}>
              {shift === null ? words.startShift : words.endShift}
            </button>
            <button type="button" className="secondary" onClick={() => setFormOf(null)}>
              {words.back}
            </button>
          </div>
        </form>
      ) : (
        <button ref={opener} type="button" className="secondary wide" onClick={open}>
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

/** The amount as it is typed, in major units; null for anything else. */
function amountOf(text: string, currency: Currency): number | null {
  const amount = typedAmount(text, currency);
  return amount === null ? null : toMajor(amount, currency);
}
