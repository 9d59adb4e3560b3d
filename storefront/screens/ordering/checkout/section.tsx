import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  action?: ReactNode;
  /** The heading names the choices below, so that it is not read twice. */
  role?: 'radiogroup';
  children: ReactNode;
}

/** A part of the order under its heading. */
export function Section({ title, action, role, children }: SectionProps) {
  const id = useId();
  const Tag = role === undefined ? 'section' : 'div';
  return (
    <Tag aria-labelledby={id} role={role}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </Tag>
  );
}
