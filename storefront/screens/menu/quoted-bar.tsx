import { useQuotedAmounts } from '../../basket/use-quoted-amounts.ts';
import { useSite } from '../../site.tsx';
import { BarWith } from './basket-bar.tsx';

/** The way to the basket with what the guest will pay after offers. */
export function QuotedBar() {
  const { money } = useSite();
  const { amounts, isOpen } = useQuotedAmounts();
  return <BarWith total={amounts === null ? '…' : money(amounts.total)} isOpen={isOpen} />;
}
