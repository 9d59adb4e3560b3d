import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '#contract/messages/error-text.ts';
import type { Outlet } from '#contract/outlets.ts';
import { client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { OptimisticSwitch } from '../../components/optimistic-switch.tsx';
import { Page } from '../../components/page.tsx';
import { TestSound } from '../../components/test-sound.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { queries } from '../../queries.ts';

const { pause: text } = words;
type PausedMode = 'delivery' | 'pickup';

/** /dashboard/settings: what each active outlet takes now. */
export function PauseOrders() {
  return (
    <Page title={text.title} tools={<TestSound />} density="kitchen">
      <Hint>{text.hint}</Hint>
      <OutletList />
    </Page>
  );
}

function OutletList() {
  const { data, error, refetch } = useQuery(queries.outlets());
  if (data === undefined) {
    if (error !== null) return <Failure text={errorText(error, 'outlets')} onRetry={() => void refetch()} />;
    return (
      <Box aria-busy="true">
        <Skeleton variant="rounded" height={200} />
      </Box>
    );
  }
  const active = data.filter((outlet) => outlet.status);
  if (active.length === 0) return <NoOutlets />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {active.map((outlet, index) => (
        <OutletPause key={outlet._id} outlet={outlet} isOpenAtFirst={index === 0} />
      ))}
    </Box>
  );
}

function NoOutlets() {
  return (
    <Card>
      <Notice
        heading={text.none}
        sentence={text.noneHint}
        action={
          <Button variant="contained" component={Link} to={paths.outlets()}>
            {text.toOutlets}
          </Button>
        }
      />
    </Card>
  );
}

function OutletPause({ outlet, isOpenAtFirst }: { outlet: Outlet; isOpenAtFirst: boolean }) {
  return (
    <Accordion
      defaultExpanded={isOpenAtFirst}
      disableGutters
      elevation={0}
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ border: 1, borderColor: 'divider', '&&': { borderRadius: 1.5 }, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 'var(--row)' }}>
        <Typography component="span" variant="h2">
          {outlet.name}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 1, pt: 0 }}>
        <ModePause outlet={outlet} mode="delivery" />
        <ModePause outlet={outlet} mode="pickup" />
      </AccordionDetails>
    </Accordion>
  );
}

function ModePause({ outlet, mode }: { outlet: Outlet; mode: PausedMode }) {
  const cache = useQueryClient();
  const save = async (next: boolean) => {
    const answer = await client.call('PUT /outlet/update-outlet/:id', {
      params: { id: outlet._id },
      form: mode === 'delivery' ? { delivery: next } : { pickup: next },
    });
    // Only what was switched: the answer to another switch may still be under way.
    cache.setQueryData(queries.outlets().queryKey, (outlets) =>
      outlets?.map((one) => (one._id === outlet._id ? { ...one, [mode]: answer.outlet[mode] } : one)),
    );
  };
  return (
    <Box sx={{ pt: 1.5, borderBlockStart: 1, borderColor: 'divider' }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {words.mode[mode]}
      </Typography>
      <OptimisticSwitch
        name={text.switchName(outlet.name, words.mode[mode])}
        isOn={outlet[mode]}
        onText={text.accepting}
        offText={text.notAccepting}
        save={save}
        errors="operation"
        place="bar"
      />
    </Box>
  );
}
