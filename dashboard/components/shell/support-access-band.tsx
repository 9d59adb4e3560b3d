import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { SupportAccess } from '#contract/platform/support-access.ts';
import { client } from '../../api/api.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { currentSession, endSession } from '../../api/session.ts';
import { Band } from './band.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { pressable } from '../form/pressable.ts';
import { deviceTime } from '../order/outlet-time.ts';
import { useIsOwner } from './restaurant.tsx';
import { useSession } from './use-session.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.platform.supportAccess;

/** An admin of the platform looks at the restaurant: said to whoever looks, and to its people, of whom the owner can end it at once. */
export function SupportAccessBands() {
  const session = useSession();
  const isSupportAccess = session?.isSupportAccess === true;
  const { data: me } = useQuery({ ...queries.me(), enabled: session !== null });
  // Admins belong to no restaurant.
  const { data: views = [] } = useQuery({ ...queries.supportAccess(), enabled: me?.role !== undefined });
  return views.map((view) =>
    isSupportAccess ? <AdminBand key={view._id} view={view} /> : <RestaurantBand key={view._id} view={view} />,
  );
}

/** Ends the own view, on the server and in this tab. Where the server cannot be reached it ends by itself within the hour. */
export async function leaveSupportAccess(): Promise<void> {
  try {
    const { supportAccess } = await client.call('GET /support/access', {});
    for (const { _id: id } of supportAccess) await client.call('POST /support/end-access/:id', { params: { id } });
  } catch {
    // This tab is left all the same.
  } finally {
    // Where the server says that it is over already, the session of the admin is back.
    if (currentSession()?.isSupportAccess === true) endSession();
  }
}

function AdminBand({ view }: { view: SupportAccess }) {
  const { data: me } = useQuery(queries.me());
  const navigate = useNavigate();
  const leave = async () => {
    await leaveSupportAccess();
    await navigate(paths.restaurants());
  };
  return (
    <Band
      tone="warn"
      Icon={VisibilityOutlined}
      action={
        <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} onClick={() => void leave()}>
          {text.end}
        </Button>
      }
    >
      <strong>{text.band({ name: me?.restaurant?.name ?? '', until: deviceTime(new Date(view.endsAt)) })}</strong>
      {/* Where there is little room, what cannot be changed says so itself. */}
      <Box component="span" sx={{ display: { xs: 'none', lg: 'inline' } }}>
        {' · '}
        {text.bandHint}
      </Box>
    </Band>
  );
}

function RestaurantBand({ view }: { view: SupportAccess }) {
  const cache = useQueryClient();
  const isOwner = useIsOwner();
  const ending = useMutation({
    mutationFn: () => client.call('POST /support/end-access/:id', { params: { id: view._id } }),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.supportAccess().queryKey }),
  });
  return (
    <Band
      tone="info"
      Icon={VisibilityOutlined}
      action={
        isOwner ? (
          <Button
            color="inherit"
            sx={{ whiteSpace: 'nowrap' }}
            {...pressable(!ending.isPending, () => ending.mutate())}
          >
            {text.endNow}
          </Button>
        ) : undefined
      }
    >
      {text.ownersBand({ by: view.adminName, until: deviceTime(new Date(view.endsAt)), reason: view.reason })}
    </Band>
  );
}
