/** Notices in place of an order, or of all orders, on the screens that show them. */
import { useSite } from '../site.tsx';
import controls from './controls.module.css';
import { Notice } from './page.tsx';

/** Orders belong to an account, so the guest has to sign in first. */
export function LogInNotice() {
  const { words, paths } = useSite();
  return (
    <Notice
      title={words.logInToTrack}
      action={
        <a href={paths.phone()} className={controls.primary}>
          {words.logIn}
        </a>
      }
    />
  );
}

/** The order or the list could not be loaded. */
export function FailedNotice({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  const { words } = useSite();
  return (
    <div role="alert">
      <Notice
        title={failure}
        action={
          <button type="button" className={controls.primary} onClick={onRetry}>
            {words.tryAgain}
          </button>
        }
      />
    </div>
  );
}
