import { type ComponentType, createContext, createElement, Suspense, use } from 'react';
import { Boundary } from '../../../components/boundary.tsx';
import { goBack } from '../../../routing/navigation.ts';
import { useAddress } from '../../../routing/router.tsx';
import { useSite } from '../../../site.tsx';
import type { Place } from '../../../state/place.ts';
import { lazyPart, LoadingScreen } from '../../lazy.tsx';
import { PartFailure } from '../../load-failure.tsx';
import type { PlaceOfItem } from './item-form.tsx';
import styles from './item-panel.module.css';

export type ItemPanelType = ComponentType<{ place: PlaceOfItem }>;

export const loadItemPanel = () => import('./item-panel.tsx').then((file) => file.ItemPanel);
const LoadedPanel = lazyPart(loadItemPanel);

/** The panel that the server renders whole, for readers without a script; null in the browser, which loads it when it is idle. */
export const ItemPanelContext = createContext<ItemPanelType | null>(null);

/** A dish above the menu. On a slow connection its place is there before it is. */
export function LazyItemPanel({ place }: { place: Place & PlaceOfItem }) {
  const { paths } = useSite();
  const { search } = useAddress();
  return (
    <Boundary
      place={search}
      renderFallback={() => <PartFailure onGiveUp={() => goBack(paths.outlet(place.mode, place.outlet.name))} />}
    >
      <Suspense
        fallback={
          <div className={styles.loading}>
            <LoadingScreen />
          </div>
        }
      >
        {createElement(use(ItemPanelContext) ?? LoadedPanel, { place })}
      </Suspense>
    </Boundary>
  );
}
