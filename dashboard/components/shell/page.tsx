import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { breakpoints } from '../../theme/theme.ts';
import { useFocusOnArrival } from './focus-on-arrival.ts';
import { usePageTitle } from './page-title.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';
import { useNewOrderCount } from '../live/use-live-orders.ts';

interface PageProps {
  /** Title of the document. */
  title: string;
  /** The h1, where it says more than the title. */
  heading?: string;
  /** Above the h1: the page this one was opened from. */
  back?: { to: string; label: string };
  /** For screen readers alone, and without the tools: a phone has no room for both. */
  isHeadingHidden?: boolean;
  /** Right after the h1: the state of what the page shows. */
  mark?: ReactNode;
  /** Beside the h1. */
  tools?: ReactNode;
  /** `kitchen` draws everything large on screens up to 1180 px wide, `large` on every screen. */
  density?: 'comfortable' | 'kitchen' | 'large';
  /** Exactly as high as the window from 600 px on; what is inside scrolls by itself. */
  fillsWindow?: boolean;
  children: ReactNode;
}

/** One page of the dashboard, with its one h1. */
export function Page({
  title,
  heading = title,
  back,
  isHeadingHidden = false,
  mark,
  tools,
  density = 'comfortable',
  fillsWindow = false,
  children,
}: PageProps) {
  usePageTitle(title, useNewOrderCount());
  useDensity(density);
  const headingRef = useFocusOnArrival();
  return (
    <Box
      data-fills-window={fillsWindow || undefined}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        inlineSize: '100%',
        maxWidth: fillsWindow ? undefined : 1280,
        // Large screens give their room to the orders.
        ...(density === 'large' ? { px: 2, py: 1.5, gap: 1.5 } : { p: { xs: 2, lg: 3 }, gap: 2 }),
      }}
    >
      <Box sx={isHeadingHidden ? visuallyHidden : undefined}>
        {back !== undefined && (
          <Button
            component={Link}
            to={back.to}
            startIcon={<ArrowBack data-points-along />}
            sx={{ marginInlineStart: -1.5, px: 1.5, overflowWrap: 'anywhere', textAlign: 'start', lineHeight: 1.25 }}
          >
            {back.label}
          </Button>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography
            ref={headingRef}
            tabIndex={-1}
            variant="h1"
            sx={{ flex: '1 1 auto', minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere', outline: 'none' }}
          >
            {heading}
          </Typography>
          {mark}
          {Boolean(tools) && !isHeadingHidden && (
            <Box
              sx={{
                ...(density === 'large' && { '--control': '48px' }),
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1,
                maxWidth: '100%',
              }}
            >
              {tools}
            </Box>
          )}
        </Box>
      </Box>
      {children}
    </Box>
  );
}

function useDensity(density: 'comfortable' | 'kitchen' | 'large'): void {
  const isNarrow = useMediaQuery(`(max-width:${breakpoints.kitchen - 1}px)`, { noSsr: true });
  const isLarge = density === 'large' || (density === 'kitchen' && isNarrow);
  useEffect(() => {
    if (!isLarge) return;
    document.documentElement.dataset['density'] = 'kitchen';
    return () => {
      delete document.documentElement.dataset['density'];
    };
  }, [isLarge]);
}
