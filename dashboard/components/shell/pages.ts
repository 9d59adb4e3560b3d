/** The pages of a merchant, as the drawer groups them and the search finds them (core-setup 2, order-operations 2). */
import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import LunchDiningOutlined from '@mui/icons-material/LunchDiningOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import PhoneInTalkOutlined from '@mui/icons-material/PhoneInTalkOutlined';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import SoupKitchenOutlined from '@mui/icons-material/SoupKitchenOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';

const text = words.general.shell;

/** The people that see an entry: `editors` may change what is sold, `menuEditors` at all outlets. */
export type Audience = 'everyone' | 'editors' | 'menuEditors' | 'owner';

export interface PageEntry {
  label: string;
  to: string;
  Icon: typeof SvgIcon;
  audience?: Audience;
  /** Not current on the pages below it. */
  isExact?: boolean;
  /** The number behind it: orders that wait to be accepted, or problems that wait for an answer. */
  counts?: 'newOrders' | 'openProblems';
}

export interface PageGroup {
  /** Null for the pages above all groups. */
  label: string | null;
  /** The specification has the group Menu fold away. */
  isCollapsible?: boolean;
  entries: readonly PageEntry[];
}

const merchantPages: readonly PageGroup[] = [
  {
    label: null,
    entries: [{ label: text.getStarted, to: paths.getStarted(), Icon: RocketLaunchOutlined, isExact: true }],
  },
  {
    label: text.ordersGroup,
    entries: [
      { label: text.liveOrders, to: paths.liveOrders(), Icon: NotificationsOutlined, counts: 'newOrders' },
      { label: text.phoneOrder, to: paths.phoneOrder(), Icon: PhoneInTalkOutlined },
      { label: text.kitchen, to: paths.kitchen(), Icon: SoupKitchenOutlined },
      { label: text.inventory, to: paths.inventory(), Icon: Inventory2Outlined },
      { label: text.orderHistory, to: paths.orderHistory(), Icon: HistoryOutlined, isExact: true },
      { label: text.problems, to: paths.problems(), Icon: ReportProblemOutlined, counts: 'openProblems' },
      { label: text.pauseOrders, to: paths.pauseOrders(), Icon: PauseCircleOutlined },
    ],
  },
  {
    label: text.menuGroup,
    isCollapsible: true,
    entries: [
      { label: text.items, to: paths.items(), Icon: LunchDiningOutlined },
      { label: text.modifierLists, to: paths.modifierLists(), Icon: ChecklistOutlined },
      { label: text.menus, to: paths.menus(), Icon: MenuBookOutlined },
      { label: text.offers, to: paths.offers(), Icon: LocalOfferOutlined, audience: 'editors' },
    ],
  },
  {
    label: text.outletsGroup,
    entries: [{ label: text.outlets, to: paths.outlets(), Icon: StorefrontOutlined }],
  },
  {
    label: text.insightsGroup,
    entries: [
      { label: text.reports, to: paths.reports(), Icon: BarChartOutlined, audience: 'editors' },
      { label: text.customers, to: paths.customers(), Icon: GroupsOutlined, audience: 'editors' },
    ],
  },
  {
    label: text.settingsGroup,
    entries: [
      { label: text.settings, to: paths.settings(), Icon: SettingsOutlined, isExact: true },
      { label: words.staff.people.title, to: paths.staff(), Icon: PeopleOutlined, audience: 'owner' },
    ],
  },
];

/** The groups with the pages that this person may open; without those that are left empty. */
export function pagesFor(isFor: (audience: Audience) => boolean): PageGroup[] {
  return merchantPages
    .map((group) => ({ ...group, entries: group.entries.filter(({ audience = 'everyone' }) => isFor(audience)) }))
    .filter(({ entries }) => entries.length > 0);
}
