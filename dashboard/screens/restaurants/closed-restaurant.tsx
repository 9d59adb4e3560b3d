import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Restaurant } from '#contract/accounts/accounts.ts';
import { MINUTE } from '#contract/base/time.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { useNow } from '../../components/live/use-now.ts';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { endSession } from '../../api/session.ts';
import { EntryCard } from '../accounts/entry-card.tsx';
import { DataExportButton } from './data-export-section.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.restaurants.offboarding;

interface ClosedRestaurantProps {
  restaurant: Restaurant;
  offboarding: NonNullable<Restaurant['offboarding']>;
}

/** The one page of a restaurant that its owner has closed. */
export function ClosedRestaurant({
  restaurant: { name, slug },
  offboarding: { closedAt, eraseAt },
}: ClosedRestaurantProps) {
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
        <Typography>{text.closedSince({ date: deviceDayText(closedAt) })}</Typography>
        <Typography sx={{ mt: 1 }}>
          {isOver ? text.isErased : text.erasedOn({ date: deviceDayText(eraseAt) })}
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
