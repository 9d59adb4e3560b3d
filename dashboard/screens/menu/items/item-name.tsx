import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/menu/menus.ts';
import { firstLetter } from '../../../components/list/first-letter.ts';
import { paths } from '../../../routing/paths.ts';

/** The name with the small picture, or its first letter where there is none. It leads to the item; marks follow it. */
export function ItemName({ item, children }: { item: Item; children?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Avatar
        variant="rounded"
        aria-hidden
        src={item.imageUrl === null ? undefined : smallPicture(item.imageUrl)}
        slotProps={{ img: { loading: 'lazy', alt: '', width: 40, height: 40 } }}
        sx={{ bgcolor: 'tone.subtle', color: 'text.secondary', fontWeight: 600 }}
      >
        {firstLetter(item.name)}
      </Avatar>
      <Box sx={{ minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <MuiLink component={Link} to={paths.item(item._id)} sx={{ overflowWrap: 'anywhere', minWidth: 0, py: 1.5 }}>
          <bdi>{item.name}</bdi>
        </MuiLink>
        {children}
      </Box>
    </Box>
  );
}

/** Each picture stands in the sizes 88, 176, 640 and 1200 (contract/menu/catalogue.ts); the API names the one of 640. */
export function smallPicture(url: string): string {
  return url.replace(/-\d+\.webp$/, '-88.webp');
}
