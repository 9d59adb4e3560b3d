import { namesOfLine } from '../../basket/names-of-line.ts';
import { lineTotal } from '../../basket/price.ts';
import type { BasketRecord } from '../../basket/record.ts';
import controls from '../../components/controls.module.css';
import { LineList } from '../../components/line-list.tsx';
import { useSite } from '../../site.tsx';
import { Section } from './section.tsx';

/** What will be ordered, to be read once more. */
export function OrderLines({ record }: { record: BasketRecord }) {
  const { menu, words, paths, money, language } = useSite();
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
        lines={record.items.map((line) => ({
          key: line.id,
          quantity: line.quantity,
          ...namesOfLine(menu, line, language),
          note: line.note,
          amount: money(lineTotal(menu, line)),
        }))}
        note={record.specialInstruction}
      />
    </Section>
  );
}
