import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { openEntity } from '../../../components/list/open-entity.ts';
import { Page } from '../../../components/shell/page.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { MenuForm } from './menu-form.tsx';
import { menuFields } from './menu-values.ts';

const text = words.menu.menus;

/** /dashboard/menus/create */
export function CreateMenu() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page title={text.createTitle} back={{ to: paths.menus(), label: text.title }}>
      <MenuForm
        menu={null}
        save={(values) => client.call('POST /menu/add-menu', { body: menuFields(values, null) })}
        onSaved={({ menu, msg }) => {
          cache.setQueryData(queries.menus().queryKey, (menus) => menus && [...menus, menu]);
          openEntity('menu', menu._id);
          showToast({ place: 'bar', tone: 'ok', text: msg });
          void navigate(paths.menu(menu._id), { replace: true });
        }}
      />
    </Page>
  );
}
