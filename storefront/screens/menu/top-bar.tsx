import type { ReactNode } from 'react';
import { DownIcon, UserIcon } from '../../components/icons.tsx';
import { orderingModeOf } from '../../basket/stored-basket.ts';
import { otherLanguage, ownNames, searchIn } from '../../language/language.ts';
import { directionOf } from '../../words/words.ts';
import { openSheet } from '../../routing/navigation.ts';
import type { Place } from '../../state/place.ts';
import { calledTable } from '../../state/table.ts';
import { useSession, useSite } from '../../site.tsx';
import styles from './top-bar.module.css';

/** The order type where reading begins, or the table without its area, which stands below; the language and the guest where it ends (order-operations 2). */
export function TopBar({ place: { mode, table }, children }: { place: Place; children: ReactNode }) {
  const { menu, words, paths, language } = useSite();
  const session = useSession();
  const other = otherLanguage(menu.catalogue.restaurant.languages, language);
  const orderType = table === null ? words.orderTypes[orderingModeOf(mode)] : calledTable(table.name, words);
  return (
    <header className={styles.bar}>
      {children}
      <div className={styles.inner}>
        <button type="button" className={styles.mode} aria-haspopup="dialog" onClick={() => openSheet('order-type')}>
          <span className="visually-hidden">{words.orderType}: </span>
          <span className={styles.modeName}>{orderType}</span>
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
