import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Menu } from '#contract/menu/menus.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { CategoryList } from './category-list.tsx';
import { NewCategory, PendingCategories } from './new-category.tsx';
import { useCategories } from './use-categories.ts';

const text = words.menu.categories;

/** The categories of a menu: made, named, filled, ordered, switched off and deleted in one place (order-operations 2). */
export function Categories({ menu }: { menu: Menu }) {
  const mayEdit = useMayEditMenu();
  const { query, categories, change, changeAndWait } = useCategories(menu._id);
  const items = useQuery(queries.items());
  const outlets = useQuery(queries.outlets());
  if (categories === undefined || items.data === undefined || outlets.data === undefined) {
    const failed = [query, items, outlets].find(({ isError }) => isError);
    if (failed === undefined) return <LoadingCategories />;
    const retry = () => void Promise.all([query.refetch(), items.refetch(), outlets.refetch()]);
    return (
      <Card>
        <Failure error={failed.error} place="setup" onRetry={retry} />
      </Card>
    );
  }
  return (
    <Card sx={{ containerType: 'inline-size', overflow: 'visible' }}>
      {mayEdit && (
        <EditingArea>
          <NewCategory menuId={menu._id} />
        </EditingArea>
      )}
      {categories.length === 0 ? (
        <Notice heading={mayEdit ? text.none : text.noneForStaff} action={null} />
      ) : (
        <CategoryList
          menuId={menu._id}
          categories={categories}
          items={items.data}
          outlets={outlets.data}
          change={change}
          changeAndWait={changeAndWait}
        />
      )}
      <PendingCategories menuId={menu._id} />
    </Card>
  );
}

function LoadingCategories() {
  return (
    <Box aria-busy="true" sx={{ display: 'grid', gap: 1 }}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} variant="rounded" height={52} />
      ))}
    </Box>
  );
}
