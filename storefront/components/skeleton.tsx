import { useSite } from '../site.tsx';
import styles from './skeleton.module.css';

/** Grey lines in place of content that is loading; hidden for the first 300 ms. */
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
