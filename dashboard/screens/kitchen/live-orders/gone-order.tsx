import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { OrderId } from '#contract/base/ids.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';

const text = words.kitchen.liveOrders;

/** In place of an order that a mail or a notification leads to and that is over: no other one may stand there, to be taken for it. */
export function GoneOrder({ orderId, onBack }: { orderId: OrderId; onBack: () => void }) {
  return (
    <Notice
      heading={text.gone}
      sentence={text.goneHint}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          <Button variant="contained" component={Link} to={paths.order(orderId)}>
            {text.orderPage}
          </Button>
          <Button onClick={onBack}>{text.back}</Button>
        </Box>
      }
    />
  );
}
