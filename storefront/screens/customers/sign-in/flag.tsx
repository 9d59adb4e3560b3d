import type { CountryCode } from 'libphonenumber-js';
import styles from './flag.module.css';

const addresses = import.meta.glob<string>('/node_modules/country-flag-icons/3x2/*.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** A picture, because some systems have no letters that are drawn as flags. Its country stands beside it in words. */
export function Flag({ code }: { code: CountryCode }) {
  const address = addresses[`/node_modules/country-flag-icons/3x2/${code}.svg`];
  return <img src={address} alt="" width={24} height={16} loading="lazy" className={styles.flag} />;
}
