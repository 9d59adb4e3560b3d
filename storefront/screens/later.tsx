import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../components/skeleton.tsx';
import { useHydrated } from '../navigation.ts';
import styles from './later.module.css';

/** A screen that is loaded when it is opened. The server renders its place: what it shows is the guest's own. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  const Screen = lazy(async () => ({ default: await load() }));
  return function LaterScreen() {
    const waiting = (
      <div className={styles.waiting}>
        <Skeleton />
      </div>
    );
    return useHydrated() ? (
      <Suspense fallback={waiting}>
        <Screen />
      </Suspense>
    ) : (
      waiting
    );
  };
}
