/** The settings of a restaurant, as the page Settings lists them and the search finds them. */
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import GavelOutlined from '@mui/icons-material/GavelOutlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import MopedOutlined from '@mui/icons-material/MopedOutlined';
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import VolunteerActivismOutlined from '@mui/icons-material/VolunteerActivismOutlined';
import { brandingParts, paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import type { PageEntry } from './pages.ts';

const text = words.restaurants.settings;

export interface SettingsEntry extends PageEntry {
  hint: string;
}

export const settingsPages: readonly SettingsEntry[] = [
  {
    label: words.restaurants.branding.title,
    hint: text.brandingHint,
    to: paths.branding(),
    Icon: PaletteOutlined,
    audience: 'menuEditors',
  },
  {
    label: text.terms,
    hint: text.termsHint,
    to: paths.branding(brandingParts.terms),
    Icon: CurrencyExchangeOutlined,
    audience: 'owner',
  },
  {
    label: words.restaurants.branding.invoices,
    hint: text.legalHint,
    to: paths.branding(brandingParts.legal),
    Icon: GavelOutlined,
    audience: 'owner',
  },
  {
    label: words.restaurants.branding.tips,
    hint: text.tipsHint,
    to: paths.branding(brandingParts.tips),
    Icon: VolunteerActivismOutlined,
    audience: 'owner',
  },
  {
    label: words.restaurants.branding.address,
    hint: text.addressHint,
    to: paths.branding(brandingParts.address),
    Icon: LinkOutlined,
    audience: 'owner',
  },
  {
    label: text.payments,
    hint: text.paymentsHint,
    to: paths.onlinePayments(),
    Icon: CreditCardOutlined,
    audience: 'owner',
  },
  {
    label: text.company,
    hint: text.companyHint,
    to: paths.company(),
    Icon: BadgeOutlined,
    audience: 'owner',
  },
  { label: words.delivery.drivers.title, hint: words.delivery.drivers.hint, to: paths.drivers(), Icon: MopedOutlined },
  { label: words.printing.printers.title, hint: text.printersHint, to: paths.printers(), Icon: PrintOutlined },
  {
    label: words.kitchen.escalation.title,
    hint: text.alertsHint,
    to: paths.escalation(),
    Icon: NotificationsActiveOutlined,
    audience: 'editors',
  },
  {
    label: words.ordering.guestMessages.title,
    hint: text.guestMessagesHint,
    to: paths.guestMessages(),
    Icon: SmsOutlined,
    audience: 'menuEditors',
  },
  {
    label: words.staff.people.title,
    hint: text.staffHint,
    to: paths.staff(),
    Icon: PeopleOutlined,
    audience: 'owner',
  },
  {
    label: words.staff.auditLog.title,
    hint: text.auditLogHint,
    to: paths.auditLog(),
    Icon: FactCheckOutlined,
    audience: 'owner',
  },
  {
    label: text.data,
    hint: text.dataHint,
    to: paths.account(),
    Icon: FileDownloadOutlined,
    audience: 'owner',
  },
];
