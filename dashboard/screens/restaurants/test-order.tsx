import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import type { CallAnswer } from '#contract/base/client.ts';
import { client } from '../../api/api.ts';
import { EditingArea } from '../../components/feedback/editing-area.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.restaurants.getStarted;

interface TestOrderProps {
  hasOutlet: boolean;
  hasItem: boolean;
}

/** One press that shows how an order comes in, before the first guest does. */
export function TestOrder({ hasOutlet, hasItem }: TestOrderProps) {
  const reasonId = useId();
  const placing = useMutation({
    mutationFn: () => client.call('POST /order/place-test-order', { body: {} }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  const reason = hasOutlet ? (hasItem ? null : text.needsItem) : text.needsOutlet;
  return (
    <Card
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, p: 2.5, alignContent: 'space-between' }}
    >
      <div>
        <Typography variant="h2">{text.testOrder}</Typography>
        <Typography color="textSecondary">{text.testOrderHint}</Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <EditingArea>
          <Button
            variant="contained"
            disabled={reason !== null}
            aria-describedby={reason === null ? undefined : reasonId}
            onClick={() => {
              if (!placing.isPending) placing.mutate();
            }}
          >
            {placing.isPending ? text.placing : text.placeTestOrder}
          </Button>
        </EditingArea>
        {reason !== null && <Hint id={reasonId}>{reason}</Hint>}
        {/* It is there from the beginning, so that what comes into it is read out. */}
        <Box
          aria-live="polite"
          sx={{ flex: placing.isSuccess || placing.isError ? '1 1 240px' : undefined, minWidth: 0 }}
        >
          {placing.isError && <Typography color="error">{errorText(placing.error, 'operation')}</Typography>}
          {placing.data !== undefined && <PlacedTestOrder placed={placing.data} />}
        </Box>
      </Box>
    </Card>
  );
}

function PlacedTestOrder({ placed: { order, problems } }: { placed: CallAnswer<'POST /order/place-test-order'> }) {
  return (
    <>
      <Typography>
        {text.placed({ number: order.orderName })}{' '}
        <Link component={RouterLink} to={paths.liveOrders(order._id)} sx={{ whiteSpace: 'nowrap' }}>
          {text.showOrder}
        </Link>
      </Typography>
      {problems.map(({ msg }) => (
        <Hint key={msg}>{text.placedClosed({ sentence: msg })}</Hint>
      ))}
    </>
  );
}
