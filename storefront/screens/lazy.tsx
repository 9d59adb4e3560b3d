import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../components/skeleton.tsx';
import { loadLazyWords } from '../words/load-words.ts';
import { useHydrated } from '../routing/navigation.ts';
import styles from './lazy.module.css';

/** Restarts of the loads that have failed. React keeps a failure, and would render it for ever. */
const failedLoads = new Set<() => void>();

/** Whether a part of the page that is wanted could not be loaded. */
export const hasFailedToLoad = (): boolean => failedLoads.size > 0;

/** Before trying again: what could not be loaded is loaded when it is rendered the next time. */
export function forgetFailures(): void {
  for (const begin of failedLoads) begin();
  failedLoads.clear();
}

/** A component that is loaded when it is first rendered. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const begin = () => {
    Part = lazy(async () => {
      try {
        const [Shown] = await Promise.all([load(), loadLazyWords()]);
        return { default: Shown };
      } catch (error) {
        failedLoads.add(begin);
        throw error;
      }
    });
  };
  let Part: ComponentType<Props>;
  begin();
  return (props: Props) => <Part {...props} />;
}

/** A screen that is loaded when it is opened. The server renders its place: what it shows is the guest's own. */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  const Screen = lazyPart(load);
  return function LazyScreen() {
    return useHydrated() ? (
      <Suspense fallback={<LoadingScreen />}>
        <Screen />
      </Suspense>
    ) : (
      <LoadingScreen />
    );
  };
}

/** In place of a screen that is being loaded. */
export function LoadingScreen() {
  return (
    <div className={styles.waiting}>
      <Skeleton />
    </div>
  );
}
