import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import type { Category } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.categories;

/** From this width of the card on, what can be done with a category stands beside its name; below, under it once it is open. */
export const wideCard = '@container (min-width: 900px)';

interface CategoryRowProps {
  category: Category;
  itemCount: number;
  outlets: readonly Outlet[];
  isOpen: boolean;
  /** Id of the details that the row opens. */
  detailsId: string;
  onToggle: () => void;
  actions: ReactNode;
}

/** The line of a category: its name opens it. */
export function CategoryRow({ category, itemCount, outlets, isOpen, detailsId, onToggle, actions }: CategoryRowProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 'var(--row)',
          justifyContent: 'flex-start',
          gap: 1,
          py: 0.5,
          borderRadius: 1,
          textAlign: 'start',
        }}
      >
        {isOpen ? <ExpandLess aria-hidden /> : <ExpandMore aria-hidden />}
        <Box
          component="span"
          sx={{ minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}
        >
          <Box component="span" sx={{ typography: 'body1', fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
            <bdi>{category.name}</bdi>
          </Box>
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
            {text.count({ items: itemCount })}
          </Box>
          <OutletsOff category={category} outlets={outlets} />
        </Box>
      </ButtonBase>
      <Box sx={{ display: 'none', [wideCard]: { display: 'block' } }}>{actions}</Box>
    </Box>
  );
}

function OutletsOff({ category, outlets }: Pick<CategoryRowProps, 'category' | 'outlets'>) {
  const off = outlets.filter(({ _id }) => category.InActiveOutletIds.some((one) => one._id === _id)).length;
  if (off === 0) return null;
  return (
    <Box component="span" sx={{ typography: 'body2', color: 'warning.main', fontWeight: 600 }}>
      {text.outletsOff({ outlets: off })}
    </Box>
  );
}
