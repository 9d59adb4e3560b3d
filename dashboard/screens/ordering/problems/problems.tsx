import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/ordering/orders.ts';
import { reportHours } from '#contract/ordering/problem-facts.ts';
import { queries } from '../../../api/queries.ts';
import { mayGoOn } from '../../../api/read-pages.ts';
import type { ProblemState } from '../../../api/problem-queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { pressable } from '../../../components/form/pressable.ts';
import { Page } from '../../../components/shell/page.tsx';
import { paths } from '../../../routing/paths.ts';
import { useAddressParams, withParam } from '../../../routing/use-address-params.ts';
import { words } from '../../../words/words.ts';
import { OrderProblemSection } from './order-problem.tsx';

const text = words.ordering.problems;
const states = ['open', 'answered'] as const satisfies ProblemState[];

/** /dashboard/orders/problems: the problems that guests have reported, those that wait the oldest first (decision 100). */
export function Problems() {
  const [params, changeParams] = useAddressParams();
  const panelId = useId();
  const state: ProblemState = params.get('show') === 'answered' ? 'answered' : 'open';
  const { data: count = 0 } = useQuery(queries.openProblemCount());
  const heading = count === 0 ? text.title : words.general.shell.titleWithCount({ title: text.title, count });
  return (
    <Page title={text.title} heading={heading}>
      <Tabs
        value={state}
        onChange={(_, chosen: ProblemState) =>
          changeParams((current) => withParam(current, 'show', chosen === 'open' ? null : chosen))
        }
        aria-label={text.title}
        variant="scrollable"
        scrollButtons={false}
        sx={{ borderBlockEnd: 1, borderColor: 'divider' }}
      >
        {states.map((one) => (
          <Tab key={one} value={one} id={`${panelId}-${one}`} aria-controls={panelId} label={text[one]} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${state}`}>
        <ProblemList key={state} state={state} />
      </Box>
    </Page>
  );
}

function ProblemList({ state }: { state: ProblemState }) {
  const [pages, setPages] = useState(1);
  const query = useQuery({ ...queries.problems(state, pages), placeholderData: keepPreviousData });
  if (query.data === undefined)
    return query.isError ? (
      <Card>
        <Failure error={query.error} place="operation" onRetry={() => void query.refetch()} />
      </Card>
    ) : (
      <LoadingBlock height={240} />
    );
  if (query.data.length === 0)
    return (
      <Card>
        <Notice
          heading={state === 'open' ? text.none : text.noneAnswered}
          sentence={state === 'open' ? text.noneHint({ hours: reportHours }) : text.noneAnsweredHint}
          action={null}
        />
      </Card>
    );
  return (
    <>
      <Box
        component="ul"
        aria-label={text[state]}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        {query.data.map((order) => (
          <ProblemCard key={order._id} order={order} />
        ))}
      </Box>
      {(query.isPlaceholderData || mayGoOn(query.data, pages)) && (
        <Button variant="outlined" {...pressable(!query.isPlaceholderData, () => setPages(pages + 1))} sx={{ mt: 2 }}>
          {words.general.list.more}
        </Button>
      )}
    </>
  );
}

function ProblemCard({ order }: { order: Order }) {
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <Typography variant="h2">
          <MuiLink component={Link} to={paths.order(order._id)}>
            {text.orderHeading({ number: order.orderName })}
          </MuiLink>
        </Typography>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{order.customerName}</bdi>
          {' · '}
          <bdi>{order.outlet.name}</bdi>
        </Typography>
      </Box>
      <OrderProblemSection order={order} />
    </Card>
  );
}
