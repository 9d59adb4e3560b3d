import controls from '../components/controls.module.css';
import { Notice, Page } from '../components/page.tsx';
import { useNote, useSite } from '../site.tsx';

export function NotFoundScreen() {
  const { words, paths } = useSite();
  useNote({ statusCode: 404 });
  return (
    <Page title={words.notFoundTitle}>
      <Notice
        title={words.notFound}
        action={
          <a href={paths.menu()} className={controls.primary}>
            {words.backToMenu}
          </a>
        }
      >
        {words.notFoundHint}
      </Notice>
    </Page>
  );
}
