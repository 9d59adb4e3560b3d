import controls from '../../components/controls.module.css';
import { Notice } from '../../components/page.tsx';
import { useSite, useTitle } from '../../site.tsx';

/** In place of every page of a restaurant that was closed while the site was open; the server answers its own. */
export function ClosedScreen() {
  const { words, paths, restaurantName } = useSite();
  useTitle('');
  return (
    <main id="main">
      <Notice
        as="h1"
        title={words.restaurantClosed(restaurantName)}
        action={
          <a href={paths.myOrders()} className={controls.text}>
            {words.myOrders}
          </a>
        }
      >
        {words.restaurantClosedHint}
      </Notice>
    </main>
  );
}
