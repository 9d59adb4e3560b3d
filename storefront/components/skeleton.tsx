import { useSite } from '../site.tsx';
import styles from './skeleton.module.css';

/** Grey lines in place of what is being loaded; not seen before 300 ms have gone. */
export function Skeleton({ lines = 5 }: { lines?: number }) {
  const { words } = useSite();
  return (
    <div aria-busy="true" className={styles.skeleton}>
      <span className="visually-hidden">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.line} />
      ))}
    </div>
  );
}
