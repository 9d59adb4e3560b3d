import { DownIcon, UserIcon } from '../../components/icons.tsx';
import { orderingModeOf } from '../../basket/record.ts';
import { otherLanguage, ownNames, searchIn } from '../../language.ts';
import { directionOf } from '../../messages/words.ts';
import { openSheet } from '../../navigation.ts';
import type { ModePath } from '../../paths.ts';
import { useSession, useSite } from '../../site.tsx';
import styles from './top-bar.module.css';

/** The order type where reading begins, the language and the guest where it ends (order-operations 2). */
export function TopBar({ mode }: { mode: ModePath }) {
  const { menu, words, paths, language } = useSite();
  const session = useSession();
  const other = otherLanguage(menu.catalogue.restaurant.languages, language);
  const orderType = words.orderTypes[orderingModeOf(mode)];
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <button type="button" className={styles.mode} aria-haspopup="dialog" onClick={() => openSheet('order-type')}>
          <span className="visually-hidden">{words.orderType}: </span>
          {orderType}
          <DownIcon />
        </button>
        {other === null ? null : (
          // Loads the page anew, in the other language.
          <a href={searchIn(other)} lang={other} dir={directionOf(other)} hrefLang={other} className={styles.language}>
            {ownNames[other]}
          </a>
        )}
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
