import AddBusinessOutlined from '@mui/icons-material/AddBusinessOutlined';
import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Logout from '@mui/icons-material/Logout';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import RestaurantMenu from '@mui/icons-material/RestaurantMenu';
import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import SoupKitchenOutlined from '@mui/icons-material/SoupKitchenOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type SvgIcon from '@mui/material/SvgIcon';
import { useId, useState } from 'react';
import { NavLink } from 'react-router';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import type { UserType } from '../../api/session.ts';
import { useIsOwner, useMayEdit } from './restaurant.tsx';
import { useNewOrderCount } from '../live/use-live-orders.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

interface Entry {
  label: string;
  to: string;
  Icon?: typeof SvgIcon;
  /** Not current on the pages below it. */
  isExact?: boolean;
  hasOrderCount?: boolean;
  /** For the owner's eyes. */
  isOwners?: boolean;
  /** Not for staff. */
  isEditors?: boolean;
}
interface Group {
  label: string;
  Icon: typeof SvgIcon;
  entries: readonly Entry[];
}

/** Entries of the drawer for each kind of user (core-setup 2, order-operations 2). */
const navigations: Record<UserType, readonly (Entry | Group)[]> = {
  merchant: [
    { label: words.general.shell.getStarted, to: paths.getStarted(), Icon: RocketLaunchOutlined, isExact: true },
    { label: words.general.shell.liveOrders, to: paths.liveOrders(), Icon: NotificationsOutlined, hasOrderCount: true },
    { label: words.general.shell.kitchen, to: paths.kitchen(), Icon: SoupKitchenOutlined },
    { label: words.general.shell.inventory, to: paths.inventory(), Icon: Inventory2Outlined },
    { label: words.general.shell.orderHistory, to: paths.orderHistory(), Icon: HistoryOutlined, isExact: true },
    { label: words.general.shell.reports, to: paths.reports(), Icon: BarChartOutlined, isEditors: true },
    { label: words.general.shell.pauseOrders, to: paths.pauseOrders(), Icon: PauseCircleOutlined },
    {
      label: words.general.shell.menuGroup,
      Icon: RestaurantMenu,
      entries: [
        { label: words.general.shell.items, to: paths.items() },
        { label: words.general.shell.modifierLists, to: paths.modifierLists() },
        { label: words.general.shell.menus, to: paths.menus() },
      ],
    },
    { label: words.general.shell.outlets, to: paths.outlets(), Icon: StorefrontOutlined },
    { label: words.staff.people.title, to: paths.staff(), Icon: PeopleOutlined, isOwners: true },
    { label: words.platform.admin.create, to: paths.createRestaurant(), Icon: AddBusinessOutlined },
  ],
  admin: [
    { label: words.platform.admin.users, to: paths.users(), Icon: PeopleOutlined },
    { label: words.platform.admin.restaurants, to: paths.restaurants(), Icon: StorefrontOutlined },
    { label: words.platform.admin.create, to: paths.createRestaurant(), Icon: AddBusinessOutlined },
    { label: words.platform.messages.title, to: paths.messageBudgets(), Icon: MailOutlined },
  ],
};

/** The entry for people's own accounts, for every kind of user. */
const account: Entry = { label: words.general.shell.account, to: paths.account(), Icon: AccountCircleOutlined };

const logIn: Entry = { label: words.accounts.signIn.logIn, to: paths.signIn(), Icon: AccountCircleOutlined };

const row = {
  display: 'flex',
  justifyContent: 'flex-start',
  alignItems: 'center',
  gap: 1,
  inlineSize: '100%',
  minHeight: 48,
  px: 1.5,
  borderRadius: 1,
  borderInlineStart: '3px solid transparent',
  color: 'tone.drawerInk2',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  whiteSpace: 'nowrap',
  fontWeight: 600,
  textAlign: 'start',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'tone.drawerSelected', color: 'tone.drawerInk' },
  '&[aria-current="page"]': {
    bgcolor: 'tone.drawerSelected',
    color: 'tone.drawerInk',
    borderInlineStartColor: 'tone.drawerEdge',
  },
} as const;

interface NavigationProps {
  userType: UserType;
  /** After a page was chosen. */
  onChoose: () => void;
  /** Null: nobody is signed in. */
  onLogOut: (() => void) | null;
}

export function Navigation({ userType, onChoose, onLogOut }: NavigationProps) {
  const isOwner = useIsOwner();
  const mayEdit = useMayEdit();
  return (
    <Box
      component="nav"
      aria-label={words.general.shell.navigation}
      sx={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'space-between', gap: 2, p: 1.5, pt: 0 }}
    >
      <EntryList>
        {navigations[userType]
          .filter((entry) => (isOwner || !('isOwners' in entry)) && (mayEdit || !('isEditors' in entry)))
          .map((entry) => (
            <li key={entry.label}>
              {'to' in entry ? (
                <EntryLink entry={entry} onChoose={onChoose} />
              ) : (
                <EntryGroup group={entry} onChoose={onChoose} />
              )}
            </li>
          ))}
      </EntryList>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {onLogOut === null ? (
          <EntryLink entry={logIn} onChoose={onChoose} />
        ) : (
          <>
            <EntryLink entry={account} onChoose={onChoose} />
            <ButtonBase onClick={onLogOut} sx={row}>
              <Logout aria-hidden />
              {words.general.shell.logout}
            </ButtonBase>
          </>
        )}
      </Box>
    </Box>
  );
}

function EntryList({ id, children }: { id?: string; children: React.ReactNode }) {
  return (
    <Box
      component="ul"
      id={id}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      {children}
    </Box>
  );
}

function EntryLink({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const { label, to, Icon, isExact = false, hasOrderCount = false } = entry;
  return (
    <Box component={NavLink} to={to} end={isExact} onClick={onChoose} sx={row}>
      {Icon === undefined ? <Box sx={{ inlineSize: 24, flexShrink: 0 }} /> : <Icon aria-hidden />}
      {label}
      {hasOrderCount && <OrderCount />}
    </Box>
  );
}

function EntryGroup({ group, onChoose }: { group: Group; onChoose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const listId = useId();
  return (
    <>
      <ButtonBase aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)} sx={row}>
        <group.Icon aria-hidden />
        <Box sx={{ flex: 1 }}>{group.label}</Box>
        {isOpen ? <ExpandLess aria-hidden /> : <ExpandMore aria-hidden />}
      </ButtonBase>
      <Box id={listId} hidden={!isOpen} sx={{ mt: 1 }}>
        <EntryList>
          {group.entries.map((entry) => (
            <li key={entry.label}>
              <EntryLink entry={entry} onChoose={onChoose} />
            </li>
          ))}
        </EntryList>
      </Box>
    </>
  );
}

function OrderCount() {
  const count = useNewOrderCount();
  if (count === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        marginInlineStart: 'auto',
        minWidth: 28,
        px: 1,
        borderRadius: 999,
        textAlign: 'center',
        bgcolor: 'tone.warnSoft',
        color: 'warning.main',
      }}
    >
      <span aria-hidden>{count}</span>
      <Box component="span" sx={visuallyHidden}>
        {words.general.shell.newOrders({ count })}
      </Box>
    </Box>
  );
}
