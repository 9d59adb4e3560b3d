import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import LunchDiningOutlined from '@mui/icons-material/LunchDiningOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import { type PageEntry, pagesFor } from './pages.ts';
import { useAudience, useIsOwner } from './restaurant.tsx';
import type { Hit } from './search-hits.ts';
import { settingsPages } from './settings-pages.ts';

const { kinds } = words.general.search;

/**
 * Everything that this person may open, but the orders. Entities come from the lists that their own pages read, and may follow the
 * pages while `isLoading`.
 */
export function useSearchable(): { all: Hit[]; isLoading: boolean } {
  const isFor = useAudience();
  const isOwner = useIsOwner();
  const mayEdit = isFor('editors');
  const items = useQuery(queries.items());
  const outlets = useQuery(queries.outlets());
  const people = useQuery({ ...queries.staff(), enabled: isOwner });
  const offers = useQuery({ ...queries.offers(), enabled: mayEdit });
  const menus = useQuery(queries.menus());
  const lists = useQuery(queries.modifierLists());
  const pages = pagesFor(isFor).flatMap(({ entries }) => entries);
  const all: Hit[] = [
    ...pages.map((page): Hit => ({ kind: kinds.page, ...page })),
    ...pages.filter(({ to }) => to === paths.reports()).flatMap(reportHits),
    ...settingsPages
      .filter(({ audience = 'everyone', to }) => isFor(audience) && !pages.some((page) => page.to === to))
      .map(({ hint, ...page }): Hit => ({ kind: kinds.setting, ...page, detail: hint })),
    ...(outlets.data ?? []).map(({ _id, name, nameTranslations }): Hit => ({
      kind: kinds.outlet,
      label: name,
      otherNames: nameTranslations,
      to: paths.outletStep('edit', 'basic-info', _id),
      Icon: StorefrontOutlined,
    })),
    ...(items.data ?? []).map(({ _id, name, nameTranslations, sku, type }): Hit => ({
      kind: kinds[type],
      label: name,
      otherNames: nameTranslations,
      detail: sku,
      to: paths.item(_id),
      Icon: LunchDiningOutlined,
    })),
    ...(menus.data ?? []).map(({ _id, name, nameTranslations }): Hit => ({
      kind: kinds.menu,
      label: name,
      otherNames: nameTranslations,
      to: paths.menu(_id),
      Icon: MenuBookOutlined,
    })),
    ...(lists.data ?? []).map(({ _id, name, displayName, displayNameTranslations }): Hit => ({
      kind: kinds.modifierList,
      label: name,
      otherNames: displayNameTranslations,
      detail: displayName === name ? '' : displayName,
      to: paths.modifierList(_id),
      Icon: ChecklistOutlined,
    })),
    ...(offers.data ?? []).map(({ _id, name, nameTranslations, code }): Hit => ({
      kind: kinds.offer,
      label: name,
      otherNames: nameTranslations,
      detail: code ?? '',
      to: paths.offer(_id),
      Icon: LocalOfferOutlined,
    })),
    ...(people.data?.staff ?? []).map(({ firstName, lastName, email }): Hit => ({
      kind: kinds.person,
      label: `${firstName} ${lastName}`,
      detail: email,
      to: paths.staff(),
      Icon: PersonOutlined,
    })),
  ];
  return { all, isLoading: [items, outlets, people, offers, menus, lists].some((list) => list.isLoading) };
}

/** Every report is found by its own name. */
function reportHits({ label, Icon }: PageEntry): Hit[] {
  return Object.entries(words.reports.tabs).map(([tab, name]) => ({
    kind: kinds.report,
    label: name,
    detail: label,
    to: paths.reports(tab),
    Icon,
  }));
}
