import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { useRestaurant } from '../../components/shell/restaurant.tsx';
import { visuallyHidden } from '../../components/feedback/visually-hidden.ts';
import { words } from '../../words/words.ts';
import { paths, type SitePlace } from '../../routing/paths.ts';
import { comma } from '../../words/lists.ts';

const text = words.outlets.outlets;

/** The menu of the outlet as guests see it. There is none of an InActive one. */
export function PreviewLink({ outlet, variant = 'text' }: { outlet: Outlet; variant?: 'text' | 'outlined' }) {
  const restaurant = useRestaurant();
  if (!outlet.status) return null;
  return (
    <Button
      href={previewPath(restaurant, outlet)}
      target="_blank"
      rel="noopener"
      variant={variant}
      startIcon={<OpenInNew />}
      sx={{ px: variant === 'text' ? 1 : 2 }}
    >
      {text.preview}
      <Box component="span" sx={visuallyHidden}>
        {`${outlet.name}${comma}${text.newTab}`}
      </Box>
    </Button>
  );
}

/** Address of the outlet's menu for guests. */
export function previewPath(site: SitePlace, outlet: Outlet): string {
  return paths.shopOutlet(site, guestMode(outlet), outlet.name);
}

/** The mode in which a guest would order at the outlet: delivery, unless it has pickup alone. */
export function guestMode({ delivery, pickup }: Outlet): 'delivery' | 'pickup' {
  return pickup && !delivery ? 'pickup' : 'delivery';
}
