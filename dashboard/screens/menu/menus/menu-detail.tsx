import EditOutlined from '@mui/icons-material/EditOutlined';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Menu } from '#contract/menu/menus.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useMayEditMenu, useRestaurant } from '../../../components/shell/restaurant.tsx';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { paths } from '../../../routing/paths.ts';
import { Categories } from './categories.tsx';
import { GuestMenuNote } from './guest-menu-note.tsx';
import { isLive, MenuStateSwitch } from './menu-state.tsx';
import { saleText } from './sale-text.ts';

const text = words.menu.menus;

/** A menu, whether guests see it, and its categories. */
export function MenuDetail({ menu, menus }: { menu: Menu; menus: readonly Menu[] }) {
  const mayEdit = useMayEditMenu();
  const { data: outlets = [] } = useQuery(queries.outlets());
  return (
    <Page
      title={menu.name}
      back={{ to: paths.menus(), label: text.title }}
      tools={
        <>
          <Box sx={{ px: 1 }}>{mayEdit ? <MenuStateSwitch menu={menu} /> : isLive(menu) ? text.live : text.draft}</Box>
          <PreviewLink />
          {mayEdit && (
            <Button variant="outlined" component={Link} to={paths.importMenu(menu._id)}>
              {words.menu.import.link}
            </Button>
          )}
          {mayEdit && (
            <Button variant="outlined" component={Link} to={paths.menuForm(menu._id)} startIcon={<EditOutlined />}>
              {words.general.list.edit}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {menu.platform}
          {menu.calories !== null && ` · ${text.calories({ calories: menu.calories })}`}
          {menu.sale && ` · ${saleText(menu, outlets)}`}
        </Typography>
        <GuestMenuNote menus={menus} />
      </Box>
      <Categories menu={menu} />
    </Page>
  );
}

/** The restaurant's own site: what guests see. */
function PreviewLink() {
  const restaurant = useRestaurant();
  return (
    <Button variant="outlined" href={paths.shop(restaurant)} target="_blank" rel="noopener" startIcon={<OpenInNew />}>
      {text.preview}
      <Box component="span" sx={visuallyHidden}>
        {text.previewHint}
      </Box>
    </Button>
  );
}
