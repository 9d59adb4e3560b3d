import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import type { Menu } from '#contract/menu/menus.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Page } from '../../../components/shell/page.tsx';
import { EntityPage } from '../../../components/form/entity-page.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { MenuDetail } from './menu-detail.tsx';
import { MenuForm } from './menu-form.tsx';
import { menuChanges } from './menu-values.ts';

const text = words.menu.menus;

/** /dashboard/menus/edit: the menu with its categories; Edit opens its form. */
export function EditMenu() {
  const query = useQuery(queries.menus());
  const [params] = useSearchParams();
  const isForm = useMayEditMenu() && params.has('form');
  return (
    <EntityPage
      kind="menu"
      query={query}
      errors="setup"
      title={text.title}
      back={{ to: paths.menus(), label: text.title }}
    >
      {(menu) => (isForm ? <EditForm menu={menu} /> : <MenuDetail menu={menu} menus={query.data ?? []} />)}
    </EntityPage>
  );
}

function EditForm({ menu }: { menu: Menu }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  return (
    <Page title={text.editTitle({ menu: menu.name })} back={{ to: paths.menu(menu._id), label: menu.name }}>
      <MenuForm
        menu={menu}
        save={(values) =>
          client.call('POST /menu/update-menu/:id', { params: { id: menu._id }, body: menuChanges(menu, values) })
        }
        onSaved={({ menu: saved, msg }) => {
          cache.setQueryData(queries.menus().queryKey, (menus) =>
            menus?.map((one) => (one._id === saved._id ? saved : one)),
          );
          showToast({ place: 'bar', tone: 'ok', text: msg });
          if (isShown()) void navigate(paths.menu(menu._id), { replace: true });
        }}
      />
    </Page>
  );
}
