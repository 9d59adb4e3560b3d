import controls from '../../components/controls.module.css';
import { goTo } from '../../routing/navigation.ts';
import type { ModePath } from '../../routing/paths.ts';
import { useSite } from '../../site.tsx';
import { useOpenAddresses } from './open-addresses.ts';

/** The next thing to do while nobody knows where the order goes. */
export function ChoosePlaceButton({ mode }: { mode: ModePath }) {
  const { words, paths } = useSite();
  const openAddresses = useOpenAddresses();
  if (mode === 'dine-in') return <p className={controls.hint}>{words.scanCode}</p>;
  return (
    <button
      type="button"
      className={`${controls.primary} ${controls.wide}`}
      onClick={() => (mode === 'pickup' ? goTo(paths.choosePlace('pickup')) : openAddresses())}
    >
      {mode === 'pickup' ? words.selectOutlet : words.selectAddress}
    </button>
  );
}
