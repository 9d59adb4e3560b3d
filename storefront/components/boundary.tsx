import { Component, type ReactNode } from 'react';
import { useSite } from '../site.tsx';
import controls from './controls.module.css';
import { Notice } from './page.tsx';

/** A part of the site that could not be loaded or shown leaves a sentence and a button instead of an empty page. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const { words } = useSite();
  return (
    <main id="main">
      <Notice
        title={navigator.onLine ? words.crashed : words.offline}
        action={
          <button type="button" className={controls.primary} onClick={() => location.reload()}>
            {words.tryAgain}
          </button>
        }
      />
    </main>
  );
}
