import Visibility from '@mui/icons-material/Visibility';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { shownMenus } from '#contract/menu/menu-sale.ts';
import type { Menu } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { useDeleteWithUndo } from '../../../components/list/delete-with-undo.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import type { Column } from '../../../components/list/list-table.tsx';
import { ListFindings } from '../../../components/menu/menu-check.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { deleteAction, editAction, RowMenu } from '../../../components/list/row-menu.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { namesOf } from '../../../components/list/text-search.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { GuestMenuNote } from './guest-menu-note.tsx';
import { isLive, MenuStateSwitch } from './menu-state.tsx';
import { saleText } from './sale-text.ts';

const text = words.menu.menus;
const empty = { heading: text.none, sentence: text.noneHint };

interface Cells {
  mayEdit: boolean;
  /** The menus that guests see. */
  shown: readonly Menu[];
  outlets: readonly Outlet[];
  onDelete: (menu: Menu) => void;
}

function columns({ mayEdit, shown, outlets, onDelete }: Cells): readonly Column<Menu>[] {
  const common: readonly Column<Menu>[] = [
    {
      key: 'name',
      label: text.name,
      cell: (menu) => <MenuName menu={menu} isShown={shown.includes(menu)} outlets={outlets} />,
      sortBy: (menu) => menu.name,
      isName: true,
      isFreeText: true,
    },
    {
      key: 'business',
      label: text.business,
      // The documents show the calories under this head (D-23).
      cell: (menu) => (menu.calories === null ? words.general.list.empty : text.calories({ calories: menu.calories })),
      sortBy: (menu) => menu.calories,
    },
    { key: 'platform', label: text.platform, cell: (menu) => menu.platform, sortBy: (menu) => menu.platform },
    {
      key: 'state',
      label: text.state,
      cell: (menu) => (mayEdit ? <MenuStateSwitch menu={menu} /> : isLive(menu) ? text.live : text.draft),
      sortBy: isLive,
    },
  ];
  if (!mayEdit) return common;
  const cell = (menu: Menu) => (
    <RowMenu name={menu.name} actions={[editAction(paths.menu(menu._id)), deleteAction(() => onDelete(menu))]} />
  );
  return [...common, { key: 'actions', label: words.general.list.actions, cell, isMenu: true, width: 72 }];
}

/** The columns are those of the documents, so that the limits of a menu stand below its name. */
function MenuName({ menu, isShown, outlets }: { menu: Menu; isShown: boolean; outlets: readonly Outlet[] }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 44 }}>
      <MuiLink component={Link} to={paths.menu(menu._id)} sx={{ overflowWrap: 'anywhere', py: 1.5 }}>
        <bdi>{menu.name}</bdi>
      </MuiLink>
      {isShown && (
        <Mark Icon={Visibility} color="success.main" background="tone.okSoft">
          {text.guestsSeeThis}
        </Mark>
      )}
      {menu.sale !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ flexBasis: '100%', fontWeight: 400 }}>
          {saleText(menu, outlets)}
        </Typography>
      )}
    </Box>
  );
}

/** /dashboard/menus */
export function Menus() {
  const query = useQuery(queries.menus());
  const { data: outlets = [] } = useQuery(queries.outlets());
  const mayEdit = useMayEditMenu();
  const onDelete = useDeleteWithUndo<Menu>({
    listKey: queries.menus().queryKey,
    rowId: (menu) => menu._id,
    remove: ({ _id: id }) => client.call('DELETE /menu/delete-menu/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /menu/restore-menu/:id', { params: { id } }),
    alsoChanges: [catalogueKey],
    errors: 'setup',
  });
  return (
    <ListPage
      title={text.title}
      query={query}
      errors="setup"
      columns={columns({
        mayEdit,
        shown: shownMenus(query.data ?? []),
        outlets,
        onDelete: (menu) => void onDelete(menu),
      })}
      rowId={(menu) => menu._id}
      search={{ label: text.search, texts: namesOf, hasButton: false }}
      filter={null}
      empty={empty}
      action={mayEdit ? <MenuActions /> : null}
      note={
        <>
          <GuestMenuNote menus={query.data ?? []} />
          {mayEdit && <ListFindings kinds={['menu', 'category']} />}
        </>
      }
    />
  );
}

function MenuActions() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
      <Button variant="outlined" component={Link} to={paths.importMenu()}>
        {words.menu.import.link}
      </Button>
      <Button variant="contained" component={Link} to={paths.createMenu()}>
        {words.general.list.create}
      </Button>
    </Box>
  );
}
