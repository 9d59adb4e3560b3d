import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import AddBusinessOutlined from '@mui/icons-material/AddBusinessOutlined';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { NavLink } from 'react-router';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import type { UserType } from '../../api/session.ts';
import { useNewOrderCount } from '../live/use-live-orders.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';
import { AccountMenu } from './account-menu.tsx';
import { drawerButton, drawerRow } from './drawer-row.ts';
import { type PageEntry, type PageGroup, pagesFor } from './pages.ts';
import { useAudience } from './restaurant.tsx';

/** An admin belongs to no restaurant. */
const adminPages: readonly PageGroup[] = [
  {
    label: null,
    entries: [
      { label: words.platform.admin.users, to: paths.users(), Icon: PeopleOutlined },
      { label: words.platform.admin.restaurants, to: paths.restaurants(), Icon: StorefrontOutlined },
      { label: words.platform.admin.create, to: paths.createRestaurant(), Icon: AddBusinessOutlined },
      { label: words.platform.messages.title, to: paths.messageBudgets(), Icon: MailOutlined },
    ],
  },
];

const logIn: PageEntry = { label: words.accounts.signIn.logIn, to: paths.signIn(), Icon: AccountCircleOutlined };

interface NavigationProps {
  userType: UserType;
  /** After a page was chosen. */
  onChoose: () => void;
  /** Null: nobody is signed in. */
  onLogOut: (() => void) | null;
  /** Above the pages. */
  search: ReactNode;
}

/** The pages of who is signed in, by groups, and the account below them, which stays in sight while the pages scroll. */
export function Navigation({ userType, onChoose, onLogOut, search }: NavigationProps) {
  const isFor = useAudience();
  const groups = userType === 'admin' ? adminPages : pagesFor(isFor);
  return (
    <Box
      component="nav"
      aria-label={words.general.shell.navigation}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      {search}
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 1.5, py: 0.5 }}>
        {groups.map((group, index) => (
          <Box
            key={group.entries[0]?.to}
            sx={{ py: 0.5, borderBlockStart: index === 0 ? 0 : 1, borderColor: 'tone.drawerSelected' }}
          >
            <Group group={group} onChoose={onChoose} />
          </Box>
        ))}
      </Box>
      <Box sx={{ p: 1, borderBlockStart: 1, borderColor: 'tone.drawerSelected' }}>
        {onLogOut === null ? (
          <EntryLink entry={logIn} onChoose={onChoose} />
        ) : (
          <AccountMenu onChoose={onChoose} onLogOut={onLogOut} />
        )}
      </Box>
    </Box>
  );
}

function Group({
  group: { label, isCollapsible = false, entries },
  onChoose,
}: {
  group: PageGroup;
  onChoose: () => void;
}) {
  const [isOpen, setOpen] = useState(true);
  const listId = useId();
  const nameId = useId();
  // A group whose first page has its name needs no heading.
  const hasHeading = label !== null && label !== entries[0]?.label;
  return (
    <>
      {hasHeading && isCollapsible && (
        <ButtonBase
          id={nameId}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          sx={{ ...drawerButton, ...heading, color: 'tone.drawerInk2', '&:hover': { color: 'tone.drawerInk' } }}
        >
          <Box sx={{ flex: 1 }}>{label}</Box>
          {isOpen ? <ExpandLess aria-hidden fontSize="small" /> : <ExpandMore aria-hidden fontSize="small" />}
        </ButtonBase>
      )}
      {hasHeading && !isCollapsible && (
        <Box id={nameId} component="p" sx={{ ...heading, m: 0, py: 0.5, color: 'tone.drawerInk2' }}>
          {label}
        </Box>
      )}
      <Box
        component="ul"
        id={listId}
        hidden={!isOpen}
        aria-labelledby={hasHeading ? nameId : undefined}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {entries.map((entry) => (
          <li key={entry.to}>
            <EntryLink entry={entry} onChoose={onChoose} />
          </li>
        ))}
      </Box>
    </>
  );
}

const heading = { px: 1.25, fontSize: '0.75rem', lineHeight: '1rem', fontWeight: 600 } as const;

function EntryLink({ entry, onChoose }: { entry: PageEntry; onChoose: () => void }) {
  const { label, to, Icon, isExact = false, counts } = entry;
  return (
    <Box component={NavLink} to={to} end={isExact} onClick={onChoose} sx={drawerRow}>
      <Icon aria-hidden fontSize="small" />
      {label}
      {counts === 'newOrders' && <NewOrderCount />}
      {counts === 'openProblems' && <OpenProblemCount />}
    </Box>
  );
}

function NewOrderCount() {
  const count = useNewOrderCount();
  return <Count count={count} spoken={words.general.shell.newOrders({ count })} />;
}

function OpenProblemCount() {
  const { data: count = 0 } = useQuery(queries.openProblemCount());
  return <Count count={count} spoken={words.general.shell.openProblems({ count })} />;
}

function Count({ count, spoken }: { count: number; spoken: string }) {
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
        {spoken}
      </Box>
    </Box>
  );
}
