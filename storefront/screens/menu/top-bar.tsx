import { DownIcon, UserIcon } from '../../components/icons.tsx';
import { orderingModeOf } from '../../basket/record.ts';
import { openSheet } from '../../navigation.ts';
import type { ModePath } from '../../paths.ts';
import { useSession, useSite } from '../../site.tsx';
import styles from './top-bar.module.css';

/** The order type on the left, the guest on the right (order-operations 2). */
export function TopBar({ mode }: { mode: ModePath }) {
  const { words, paths } = useSite();
  const session = useSession();
  const orderType = words.orderTypes[orderingModeOf(mode)];
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <button type="button" className={styles.mode} aria-haspopup="dialog" onClick={() => openSheet('order-type')}>
          <span className="visually-hidden">{words.orderType}: </span>
          {orderType}
          <DownIcon />
        </button>
        {session === null ? (
          <a href={paths.phone()} className={styles.logIn}>
            {words.logIn}
          </a>
        ) : (
          <button
            type="button"
            className={styles.user}
            aria-haspopup="dialog"
            aria-label={words.account}
            onClick={() => openSheet('account')}
          >
            <UserIcon />
          </button>
        )}
      </div>
    </header>
  );
}
