import { type ReactNode, useRef, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import { addMoney, type MinorUnits, toMajor, ZERO } from '#contract/base/money.ts';
import { greatestTip } from '#contract/ordering/tips.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';
import type { Participant } from '../../basket/stored-basket.ts';
import controls from '../../components/controls.module.css';
import { useToast } from '../../components/toast.tsx';
import { useSite } from '../../site.tsx';
import { focusWrongTip, TipChoices, type TipChoice, tipOf } from '../ordering/checkout/tip-section.tsx';
import { Section } from '../ordering/checkout/section.tsx';
import { leaveToPay } from '../payments/begin-payment.ts';
import { type Choice, keysOf, linesOf, sumOf } from './bill-choice.ts';
import styles from './bill-screen.module.css';

interface PayBillProps {
  bill: TableBill;
  participant: Participant;
  choice: Choice;
  chosen: ReadonlySet<string>;
  onChoose: (choice: Choice) => void;
  /** The bill is another one by now, perhaps. */
  onChange: () => void;
  lines: ReactNode;
}

/** The lines of a bill with the ways to pay them: all that is open, one's own dishes, or some. */
export function PayBill({ bill, participant, choice, chosen, onChoose, onChange, lines }: PayBillProps) {
  const { menu, words, money, call, paths, language } = useSite();
  const toast = useToast();
  const [tip, setTip] = useState<TipChoice | null>(null);
  const tipField = useRef<HTMLInputElement>(null);
  const [isOpening, setIsOpening] = useState(false);
  const { tips } = menu.catalogue.restaurant;
  const isPaid = bill.orders.every((order) => order.lines.every(({ state }) => state === 'paid'));
  if (isPaid) {
    return (
      <>
        <output className={styles.done}>{words.bill.allPaid}</output>
        {lines}
      </>
    );
  }
  if (!bill.canPay) {
    return (
      <>
        <p className={styles.hint}>{words.bill.payWaiter}</p>
        {lines}
      </>
    );
  }
  if (bill.payment !== null) {
    return (
      <>
        <Begun payment={bill.payment} participant={participant} onChange={onChange} />
        {lines}
      </>
    );
  }
  const cost = sumOf(bill, chosen, menu.currency);
  const wanted = tips?.modes.includes('dine-in') === true ? tipOf(tip, cost, menu.currency) : ZERO;
  // A tip that is too large is refused at its field, and never counted.
  const given = wanted > greatestTip(cost) ? ZERO : wanted;
  const isPossible = cost > 0;

  async function pay(): Promise<void> {
    if (isOpening || !isPossible || focusWrongTip(tipField)) return;
    setIsOpening(true);
    try {
      const body = {
        tableSessionId: participant.tableSessionId,
        participantKey: participant.key,
        lines: linesOf(bill, chosen),
        language,
        ...(given > 0 && { tip: toMajor(given, menu.currency) }),
      };
      const { payment } = await call('POST /dining/pay-bill', { body });
      leaveToPay({ paths }, payment);
    } catch (error) {
      const hasAnswer = error instanceof CallError && error.answer !== null;
      toast({ text: hasAnswer ? words.failure(error, 'order') : words.unansweredPayment, tone: 'error' });
      onChange();
    } finally {
      setIsOpening(false);
    }
  }

  return (
    <>
      <div className={styles.ask}>
        <Choices {...{ bill, choice, onChoose }} />
      </div>
      {lines}
      {tips?.modes.includes('dine-in') === true && cost > 0 ? (
        <TipChoices
          base={cost}
          most={greatestTip(cost)}
          percents={tips.percents}
          tip={tip}
          field={tipField}
          onChange={setTip}
        />
      ) : null}
      <div className={styles.pay}>
        <button
          type="button"
          className={`${controls.primary} ${controls.wide}`}
          disabled={!isPossible}
          aria-busy={isOpening}
          onClick={() => void pay()}
        >
          {cost > 0 ? words.pay(money(addMoney(cost, given))) : words.bill.chooseFirst}
        </button>
        <p className={styles.hint}>{words.bill.orWaiter}</p>
      </div>
    </>
  );
}

function Choices({ bill, choice, onChoose }: Pick<PayBillProps, 'bill' | 'choice' | 'onChoose'>) {
  const { menu, words, money } = useSite();
  const amountOf = (one: Choice): MinorUnits => sumOf(bill, keysOf(bill, one), menu.currency);
  return (
    <Section title={words.bill.whatToPay} role="radiogroup">
      {(['all', 'own', 'some'] as const).map((one) => (
        <label key={one} className={styles.choice}>
          <input
            type="radio"
            name="bill"
            checked={choice === one}
            disabled={one !== 'some' && amountOf(one) === 0}
            onChange={() => onChoose(one)}
          />
          <span className={styles.way}>{words.bill.choices[one]}</span>
          {one === 'some' ? null : <span className={styles.amount}>{money(amountOf(one))}</span>}
        </label>
      ))}
    </Section>
  );
}

/** This phone has a payment page open, perhaps in another tab. */
function Begun({
  payment: { url, reference, amount },
  participant: { tableSessionId },
  onChange,
}: {
  payment: NonNullable<TableBill['payment']>;
  participant: Participant;
  onChange: () => void;
}) {
  const { words, call, price, paths } = useSite();
  const toast = useToast();
  const [isEnding, setIsEnding] = useState(false);

  async function giveUp(): Promise<void> {
    if (isEnding) return;
    setIsEnding(true);
    try {
      await call('POST /dining/give-up-bill/:reference', { params: { reference }, body: { tableSessionId } });
      onChange();
    } catch (error) {
      toast({ text: words.failure(error, 'order'), tone: 'error' });
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <div className={styles.pay}>
      <output className={styles.begun}>{words.bill.begun(price(amount))}</output>
      <a href={url ?? paths.payment(reference)} className={`${controls.primary} ${controls.wide}`}>
        {words.goOnPaying}
      </a>
      <button
        type="button"
        className={`${controls.secondary} ${controls.wide}`}
        aria-busy={isEnding}
        onClick={() => void giveUp()}
      >
        {words.bill.chooseAgain}
      </button>
    </div>
  );
}
