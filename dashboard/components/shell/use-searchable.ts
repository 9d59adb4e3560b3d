import LunchDiningOutlined from '@mui/icons-material/LunchDiningOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import { pagesFor } from './pages.ts';
import { useAudience, useIsOwner } from './restaurant.tsx';
import type { Hit } from './search-hits.ts';
import { settingsPages } from './settings-pages.ts';

const { kinds } = words.general.search;

/** Everything that this person may open, but the orders. Entities come from the lists that their own pages read. */
export function useSearchable(): Hit[] {
  const isFor = useAudience();
  const isOwner = useIsOwner();
  const { data: items = [] } = useQuery(queries.items());
  const { data: outlets = [] } = useQuery(queries.outlets());
  const { data: people } = useQuery({ ...queries.staff(), enabled: isOwner });
  const pages = pagesFor(isFor).flatMap(({ entries }) => entries);
  return [
    ...pages.map((page): Hit => ({ kind: kinds.page, ...page })),
    ...settingsPages
      .filter(({ audience = 'everyone', to }) => isFor(audience) && !pages.some((page) => page.to === to))
      .map(({ hint, ...page }): Hit => ({ kind: kinds.setting, ...page, detail: hint })),
    ...outlets.map(({ _id, name }): Hit => ({
      kind: kinds.outlet,
      label: name,
      to: paths.outletStep('edit', 'basic-info', _id),
      Icon: StorefrontOutlined,
    })),
    ...items.map(({ _id, name, sku, type }): Hit => ({
      kind: kinds[type],
      label: name,
      detail: sku,
      to: paths.item(_id),
      Icon: LunchDiningOutlined,
    })),
    ...(people?.staff ?? []).map(({ firstName, lastName, email }): Hit => ({
      kind: kinds.person,
      label: `${firstName} ${lastName}`,
      detail: email,
      to: paths.staff(),
      Icon: PersonOutlined,
    })),
  ];
}
