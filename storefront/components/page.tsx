import type { ReactNode } from 'react';
import { goBack, useArrival } from '../routing/navigation.ts';
import { useSite, useTitle } from '../site.tsx';
import controls from './controls.module.css';
import { BackIcon } from './icons.tsx';
import styles from './page.module.css';

/** A page beside the menu: a bar with the way back, one heading, one column. */
export function Page({
  title,
  fullTitle,
  backTo,
  action,
  children,
  footer,
}: {
  title: string;
  /** For the document and for screen readers on arrival, where the page before has the same heading. */
  fullTitle?: string;
  /** Where Back leads when the guest came from elsewhere; the menu unless said. */
  backTo?: string;
  /** At the end of the bar. */
  action?: ReactNode;
  children: ReactNode;
  /** The one thing to do here, always in reach of the thumb. */
  footer?: ReactNode;
}) {
  const { menu, words, paths, restaurantName } = useSite();
  const { logo } = menu.catalogue.restaurant;
  useTitle(fullTitle ?? title);
  const main = useArrival<HTMLElement>();
  return (
    <>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <button
            type="button"
            className={controls.round}
            aria-label={words.back}
            onClick={() => goBack(backTo ?? paths.menu())}
          >
            <BackIcon />
          </button>
          <div className={styles.titles}>
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.restaurant}>
              <bdi>{restaurantName}</bdi>
            </p>
          </div>
          <span className={styles.action}>{action}</span>
          {logo === null ? null : (
            <img className={styles.logo} src={`${logo}-88.webp`} width={36} height={36} alt="" decoding="async" />
          )}
        </div>
      </header>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        aria-label={fullTitle}
        className={footer === undefined ? styles.main : `${styles.main} ${styles.aboveFooter}`}
      >
        {children}
      </main>
      {footer === undefined ? null : (
        <footer className={styles.footer}>
          <div className={styles.inner}>{footer}</div>
        </footer>
      )}
    </>
  );
}

/** Something that stands in place of the content, or of the page: nothing there, or nothing to be had. */
export function Notice({
  title,
  as: Title = 'p',
  children,
  action,
}: {
  title: string;
  as?: 'p' | 'h1';
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.notice}>
      <Title className={styles.noticeTitle}>{title}</Title>
      {children === undefined ? null : <p className={styles.noticeText}>{children}</p>}
      {action}
    </div>
  );
}
