import controls from '../../components/controls.module.css';
import { goTo, openSheet } from '../../routing/navigation.ts';
import type { ModePath } from '../../routing/paths.ts';
import { useSite } from '../../site.tsx';

/** The next thing to do while nobody knows where the order goes. */
export function ChoosePlaceButton({ mode }: { mode: ModePath }) {
  const { words, paths } = useSite();
  if (mode === 'dine-in') return <p className={controls.hint}>{words.scanCode}</p>;
  return (
    <button
      type="button"
      className={`${controls.primary} ${controls.wide}`}
      onClick={() => (mode === 'pickup' ? goTo(paths.choosePlace('pickup')) : openSheet('addresses'))}
    >
      {mode === 'pickup' ? words.selectOutlet : words.selectAddress}
    </button>
  );
}
