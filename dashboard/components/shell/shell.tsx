import Menu from '@mui/icons-material/Menu';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { currentSession, endSession, pageKey, type UserType } from '../../api/session.ts';
import { breakpoints } from '../../theme/theme.ts';
import { leave } from '../form/leaving.ts';
import { LiveUpdates } from '../live/live-updates.tsx';
import { useNewOrderCount } from '../live/use-live-orders.ts';
import { SearchButton, useSearch } from './search-button.tsx';
import { useRoom } from './use-room.ts';
import { useSession } from './use-session.ts';

const MAIN = 'main';

/** Bands show answers of the server, so their code may arrive after the page. */
const Navigation = lazy(async () => ({ default: (await import('./navigation.tsx')).Navigation }));
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));
const ShellBands = lazy(async () => ({ default: (await import('./shell-bands.tsx')).ShellBands }));

/** Shown without a session as well, with nothing in them (decision 28). */
const publicPages: ReadonlySet<string> = new Set([paths.users(), paths.restaurants(), paths.createRestaurant()]);

/**
 * Everything under /dashboard: the drawer, the state of things, and the page. Without a token the visitor is sent to '/', with
 * the page asked for in mind, unless it was left on purpose (order-operations 2, D-01).
 */
export function Shell() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [hasLoggedOut, setLoggedOut] = useState(false);
  if (session === null && !publicPages.has(pathname)) {
    const state = hasLoggedOut ? null : { asked: pathname + search };
    return <Navigate to={paths.welcome()} replace state={state} />;
  }
  // Another person gets a page of their own, without what was typed in this one.
  const key = pageKey(session);
  const logOut = () => {
    // Somebody else has taken the place of the one who was asked about unsaved work first.
    if (pageKey(currentSession()) !== key) return;
    // Sent with the token of the moment; what this device keeps goes now, whether or not the server is there (R71).
    void client.call('POST /auth/signout', {}).catch(() => undefined);
    setLoggedOut(true);
    endSession();
  };
  const leaveSupport = async () => (await import('./support-access-band.tsx')).leaveSupportAccess();
  const frame = (bands: ReactNode) => (
    <Frame
      userType={session?.userType ?? 'admin'}
      onLogOut={
        session === null ? null : session.isSupportAccess === true ? () => void leaveSupport() : () => leave(logOut)
      }
      bands={bands}
    >
      <Outlet />
    </Frame>
  );
  if (session === null || session.userType === 'admin') return <Fragment key={key}>{frame(null)}</Fragment>;
  return (
    <LiveUpdates key={key}>
      {frame(
        <Suspense>
          <ShellBands />
        </Suspense>,
      )}
    </LiveUpdates>
  );
}

interface FrameProps {
  userType: UserType;
  /** Null: nobody is signed in. */
  onLogOut: (() => void) | null;
  bands: ReactNode;
  children: ReactNode;
}

function Frame({ userType, onLogOut, bands, children }: FrameProps) {
  const isWide = useRoom({ width: breakpoints.drawer });
  const [isOpen, setOpen] = useState(false);
  const isLoading = useNavigation().state === 'loading';
  const { pathname } = useLocation();
  // On a tablet on the wall every pixel is for the tickets.
  const isBare = pathname === paths.kitchen();
  // Nor does a tablet on the counter have room for names beside the orders.
  const hasRoomForNames = useRoom({ width: breakpoints.kitchen });
  const isRail = isWide && !hasRoomForNames && pathname === paths.liveOrders();
  const close = () => setOpen(false);
  // Above a page that waits for its person it would take the keys of the password.
  const isOver = useSession()?.isOver === true;
  const isSearchOffered = userType === 'merchant' && onLogOut !== null && !isOver;
  const { isSearching, openSearch, closeSearch } = useSearch(isSearchOffered);
  const navigation = (
    <Suspense>
      <Navigation
        userType={userType}
        onChoose={close}
        onLogOut={onLogOut}
        search={openSearch !== null && isWide && <SearchButton onClick={openSearch} />}
      />
    </Suspense>
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: isWide ? 'row' : 'column', minHeight: '100dvh' }}>
      <SkipLink />
      {isLoading && (
        <LinearProgress
          aria-label={words.general.shell.loading}
          sx={{ position: 'fixed', insetInline: 0, insetBlockStart: 0, zIndex: 'tooltip' }}
        />
      )}
      {isBare ? null : isWide ? (
        <>
          <DrawerFrame variant="permanent" isRail={isRail}>
            <Box component="header">
              {isRail ? <MenuButton hasCount={false} onClick={() => setOpen(true)} /> : <Brand />}
            </Box>
            {navigation}
          </DrawerFrame>
          {isRail && (
            <DrawerFrame variant="temporary" open={isOpen} onClose={close}>
              <Brand />
              {navigation}
            </DrawerFrame>
          )}
        </>
      ) : (
        <>
          <Box
            component="header"
            data-on-drawer
            sx={{ display: 'flex', alignItems: 'center', px: 0.5, minHeight: 56, bgcolor: 'tone.drawer' }}
          >
            <MenuButton onClick={() => setOpen(true)} />
            <Brand />
            {openSearch !== null && (
              <IconButton
                aria-label={words.general.search.title}
                onClick={openSearch}
                sx={{ marginInlineStart: 'auto', color: 'tone.drawerInk', inlineSize: 48, blockSize: 48 }}
              >
                <SearchOutlined />
              </IconButton>
            )}
          </Box>
          <DrawerFrame variant="temporary" open={isOpen} onClose={close}>
            <Brand />
            {navigation}
          </DrawerFrame>
        </>
      )}
      <Box
        component="main"
        id={MAIN}
        tabIndex={-1}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          outline: 'none',
          // A page with columns of its own that scroll is exactly as high as the window.
          '&:has([data-fills-window])': { blockSize: { sm: '100dvh' } },
        }}
      >
        {/* On the wall the bands share one row where they can: their room is the tickets'. */}
        <Box sx={isBare ? sharedRow : { display: 'contents' }}>{bands}</Box>
        {children}
      </Box>
      {isSearching && (
        <Suspense>
          <SearchDialog onClose={closeSearch} />
        </Suspense>
      )}
    </Box>
  );
}

/** Bands beside each other, lower than usual. */
const sharedRow = {
  '--control': '44px',
  '--body': '0.9375rem',
  '--body-line': '1.25rem',
  display: 'flex',
  flexWrap: 'wrap',
  '& > *': { flex: '1 1 auto' },
} as const;

/** Opens the drawer, and says how many new orders wait while the drawer hides the entry that does. */
function MenuButton({ hasCount = true, onClick }: { hasCount?: boolean; onClick: () => void }) {
  const waiting = useNewOrderCount();
  const count = hasCount ? waiting : 0;
  const { openNavigation, navigationWithOrders } = words.general.shell;
  return (
    <IconButton
      aria-label={count === 0 ? openNavigation : navigationWithOrders({ count })}
      onClick={onClick}
      sx={{ color: 'tone.drawerInk', inlineSize: 48, blockSize: 48 }}
    >
      <Menu />
      {count > 0 && (
        <Box
          component="span"
          sx={{
            position: 'absolute',
            insetBlockStart: 2,
            insetInlineEnd: 0,
            minWidth: 20,
            px: 0.5,
            borderRadius: 999,
            typography: 'caption',
            lineHeight: '20px',
            fontWeight: 700,
            bgcolor: 'tone.warnSoft',
            color: 'warning.main',
          }}
        >
          {count}
        </Box>
      )}
    </IconButton>
  );
}

/** A drawer of icons alone: names stay for screen readers; headings, and what folds open, are in the whole drawer. */
const rail = {
  alignItems: 'center',
  pt: 0.5,
  '& nav': { pt: 1 },
  '& nav :is(a, button)': {
    fontSize: 0,
    gap: 0,
    px: 0,
    justifyContent: 'center',
    inlineSize: 48,
    position: 'relative',
  },
  '& nav :is(p, kbd, button[aria-expanded])': { display: 'none' },
  '& nav button > div': { flex: 'none' },
  // The count of new orders, over the corner of its icon, which larger letters would cover if both grew from one edge.
  '& nav a > span': {
    position: 'absolute',
    insetBlockStart: 'calc(14px - 0.75rem)',
    insetInlineEnd: 'calc(14px - 0.75rem)',
    lineHeight: 1.25,
    minWidth: 20,
    px: 0.5,
    fontSize: '0.75rem',
  },
};
const RAIL_WIDTH = 72;

interface DrawerFrameProps {
  variant: 'permanent' | 'temporary';
  isRail?: boolean;
  open?: boolean;
  onClose?: () => void;
  children: ReactNode;
}

function DrawerFrame({ variant, isRail = false, open, onClose, children }: DrawerFrameProps) {
  // The words in it grow with the text.
  const width = isRail
    ? RAIL_WIDTH
    : `min(${limits.drawerWidthPixels / 16}rem, ${variant === 'permanent' ? 40 : 85}vw)`;
  return (
    <Drawer
      variant={variant}
      open={open}
      onClose={onClose}
      sx={{ inlineSize: variant === 'permanent' ? width : undefined, flexShrink: 0 }}
      slotProps={{
        paper: {
          'aria-label': variant === 'temporary' ? words.general.product : undefined,
          sx: { inlineSize: width, bgcolor: 'tone.drawer', border: 0 },
        },
      }}
    >
      <Box data-on-drawer sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', ...(isRail && rail) }}>
        {children}
      </Box>
    </Drawer>
  );
}

function Brand() {
  return (
    <Typography component="p" variant="h2" sx={{ color: 'tone.drawerInk', px: { xs: 1.5, sm: 3 }, py: 2 }}>
      {words.general.product}
    </Typography>
  );
}

function SkipLink() {
  return (
    <Link
      href={`#${MAIN}`}
      onClick={(event) => {
        // Focus alone: the address belongs to the router.
        event.preventDefault();
        document.getElementById(MAIN)?.focus();
      }}
      sx={{
        position: 'fixed',
        insetBlockStart: 8,
        insetInlineStart: 8,
        zIndex: 'tooltip',
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      {words.general.shell.skip}
    </Link>
  );
}
