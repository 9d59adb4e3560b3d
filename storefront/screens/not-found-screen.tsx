import { useRouter } from 'wouter';
import controls from '../components/controls.module.css';
import { Notice, Page } from '../components/page.tsx';
import { type PageNotes, useSite } from '../site.tsx';

export function NotFoundScreen() {
  const { words, paths } = useSite();
  const { ssrContext } = useRouter();
  if (ssrContext !== undefined) Object.assign(ssrContext, { statusCode: 404 } satisfies PageNotes);
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
