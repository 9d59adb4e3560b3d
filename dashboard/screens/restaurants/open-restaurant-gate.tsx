import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import type { Restaurant } from '#contract/accounts/accounts.ts';
import { MINUTE } from '#contract/base/time.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { useNow } from '../../components/live/use-now.ts';
import { useSession } from '../../components/shell/use-session.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { endSession } from '../../api/session.ts';
import { EntryCard } from '../accounts/entry-card.tsx';
import { DataExportButton } from './data-export-section.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.restaurants.offboarding;
const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' });

/** Everything under /dashboard; of a restaurant that its owner has closed there is one page alone, and the way back. */
export function OpenRestaurantGate() {
  const session = useSession();
  const { data: me } = useQuery({ ...queries.me(), enabled: session?.userType === 'merchant' });
  const restaurant = session === null ? undefined : me?.restaurant;
  const offboarding = restaurant?.offboarding ?? null;
  if (restaurant === undefined || offboarding === null) return <Outlet />;
  return <ClosedRestaurant restaurant={restaurant} offboarding={offboarding} />;
}

interface ClosedRestaurantProps {
  restaurant: Restaurant;
  offboarding: NonNullable<Restaurant['offboarding']>;
}

function ClosedRestaurant({ restaurant: { name, slug }, offboarding: { closedAt, eraseAt } }: ClosedRestaurantProps) {
  const cache = useQueryClient();
  const isOver = useNow(MINUTE) >= new Date(eraseAt);
  const opening = useMutation({
    mutationFn: () => client.call('POST /restaurant/reopen', {}),
    onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
    // Answers cached while the restaurant was closed say so, and are read again.
    onSettled: () => cache.resetQueries(),
  });
  const logOut = () => {
    void client.call('POST /auth/signout', {}).catch(() => undefined);
    endSession();
  };
  return (
    <EntryCard title={text.closedTitle} heading={text.isClosed({ name })} maxWidth={560}>
      <div>
        <Typography>{text.closedSince({ date: day.format(new Date(closedAt)) })}</Typography>
        <Typography sx={{ mt: 1 }}>
          {isOver ? text.isErased : text.erasedOn({ date: day.format(new Date(eraseAt)) })}
        </Typography>
      </div>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, flexWrap: 'wrap', gap: 1 }}>
        {!isOver && (
          <Button
            variant="contained"
            onClick={() => {
              if (!opening.isPending) opening.mutate();
            }}
          >
            {opening.isPending ? text.opening : text.openAgain}
          </Button>
        )}
        {!isOver && <DataExportButton slug={slug} />}
        <Button onClick={logOut}>{text.logOut}</Button>
      </Box>
      {!isOver && <Typography color="textSecondary">{text.lawClosed}</Typography>}
    </EntryCard>
  );
}
