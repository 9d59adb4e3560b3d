import { namesOfLine } from '../../../basket/names-of-line.ts';
import { guestLabel } from '../../../basket/shared-lines.ts';
import { lineTotal } from '../../../basket/price.ts';
import type { BasketLine, StoredBasket } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { LineList } from '../../../components/line-list.tsx';
import { useSite, useWholeBasket } from '../../../site.tsx';
import { Suggestions } from '../suggestions/suggestions.tsx';
import { Section } from './section.tsx';

/** The lines of the order, to be read once more before it is placed. */
export function OrderLines({
  basket,
  soldOut,
  isBusy,
}: {
  basket: StoredBasket;
  soldOut: readonly BasketLine[];
  /** It is being placed. */
  isBusy: boolean;
}) {
  const { menu, words, paths, money, language } = useSite();
  const { table } = useWholeBasket();
  /** Every line in the basket of a table names its participant. */
  const forWhom = ({ guestName }: BasketLine) => {
    const participant =
      guestName === undefined ? undefined : table?.tableSession.participants.find(({ name }) => name === guestName);
    return participant === undefined ? [] : [{ text: guestLabel(participant, words) }];
  };
  return (
    <Section
      title={words.basket}
      action={
        <a href={paths.basket()} className={controls.text}>
          {words.edit}
        </a>
      }
    >
      <LineList
        lines={basket.items.map((line) => {
          const { name, options } = namesOfLine(menu, line, language);
          return {
            key: line.id,
            quantity: line.quantity,
            name,
            options: [...forWhom(line), ...options],
            note: line.note,
            amount: money(lineTotal(menu, line)),
            problem: soldOut.includes(line) ? words.soldOut : null,
          };
        })}
        note={basket.specialInstruction}
      />
      <Suggestions isBusy={isBusy} />
    </Section>
  );
}
