import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import type { Item } from '#contract/menus.ts';

/** The name with the small picture, or its first letter where there is none. */
export function ItemName({ item }: { item: Item }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Avatar
        variant="rounded"
        aria-hidden
        src={item.imageUrl === null ? undefined : smallPicture(item.imageUrl)}
        slotProps={{ img: { loading: 'lazy', alt: '', width: 40, height: 40 } }}
        sx={{ bgcolor: 'tone.subtle', color: 'text.secondary', fontWeight: 600 }}
      >
        {item.name.slice(0, 1)}
      </Avatar>
      {item.name}
    </Box>
  );
}

/** Each picture stands in the sizes 88, 176, 640 and 1200 (contract/catalogue.ts); the API names the one of 640. */
function smallPicture(url: string): string {
  return url.replace(/-\d+\.webp$/, '-88.webp');
}
