import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { useSite } from '../site.tsx';
import controls from './controls.module.css';

/** Nobody at the restaurant would hear the order now: that it may take some minutes, and how to reach somebody. */
export function Unattended({ outlet }: { outlet: CatalogueOutlet | null }) {
  const { words } = useSite();
  return (
    <div className={controls.news}>
      <output>{words.unattended}</output>{' '}
      {outlet === null || outlet.phone === '' ? null : (
        <a href={`tel:${outlet.phone}`} className={controls.text}>
          {words.call}
        </a>
      )}
    </div>
  );
}
