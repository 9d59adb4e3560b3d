import ExpandMore from '@mui/icons-material/ExpandMore';
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Mode, modes } from '#contract/base/enumerations.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { OptimisticSwitch } from '../../../components/form/optimistic-switch.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useWorksNowhere, WorksNowhere } from '../../../components/shell/works-nowhere.tsx';
import { pauseOf, resumeTime, timeLeft } from '../../../components/order/pause.ts';
import { TestSound } from '../../../components/live/test-sound.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { isSetUp, modeOf } from '../outlet-progress.ts';
import { PauseMenu } from './pause-menu.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.outlets.pauses;

/** /dashboard/settings: what each active outlet takes now. */
export function PauseOrders() {
  return (
    <Page
      title={text.title}
      tools={
        <>
          <Button
            variant="outlined"
            component={Link}
            to={paths.escalation()}
            startIcon={<NotificationsActiveOutlined />}
          >
            {words.kitchen.escalation.title}
          </Button>
          <Button variant="outlined" component={Link} to={paths.printers()} startIcon={<PrintOutlined />}>
            {words.printing.printers.title}
          </Button>
          <TestSound />
        </>
      }
      density="kitchen"
    >
      <div>
        <Typography variant="h2">{text.newOrders}</Typography>
        <Hint>{text.hint}</Hint>
      </div>
      <OutletList />
    </Page>
  );
}

function OutletList() {
  const { data, error, refetch } = useQuery(queries.outlets());
  const worksNowhere = useWorksNowhere();
  if (data === undefined) {
    if (error !== null) {
      return (
        <Card>
          <Failure error={error} place="outlets" onRetry={() => void refetch()} />
        </Card>
      );
    }
    return (
      <Box aria-busy="true">
        <Skeleton variant="rounded" height={200} />
      </Box>
    );
  }
  if (worksNowhere) return <WorksNowhere />;
  const active = data.filter((outlet) => outlet.status);
  if (active.length === 0) return <NoOutlets />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
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
        <Typography component="span" variant="h2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {outlet.name}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 1, pt: 0 }}>
        <OutletModes outlet={outlet} />
      </AccordionDetails>
    </Accordion>
  );
}

function OutletModes({ outlet }: { outlet: Outlet }) {
  const cache = useQueryClient();
  const now = useNow(1000);
  const hasTables = useHasTables(outlet);
  const shown = modes.filter((mode) => mode !== 'dine-in' || hasTables);
  // Only what was switched: the answer to another switch may still be under way.
  const cacheMode = (saved: Outlet, mode: Mode) =>
    cache.setQueryData(queries.outlets().queryKey, (outlets) =>
      outlets?.map((one) => (one._id === outlet._id ? withMode(one, saved, mode) : one)),
    );
  const pausable = shown.filter((mode) => pauseOf(outlet, mode, now).kind !== 'off');
  return (
    <>
      {shown.map((mode) => (
        <ModePause key={mode} outlet={outlet} mode={mode} now={now} onSaved={cacheMode} />
      ))}
      {pausable.length > 0 && (
        <EditingArea>
          <PauseMenu outlet={outlet} modes={pausable} onSaved={cacheMode} />
        </EditingArea>
      )}
    </>
  );
}

/** Whether contactless dining is on, or was: there are tables, and guests at them could pay. */
function useHasTables(outlet: Outlet): boolean {
  const mode = modeOf(outlet, 'dine-in');
  const mayBeOff = !mode.acceptsOrders && isSetUp(mode);
  const { data: tables = [] } = useQuery({ ...queries.diningTables(outlet._id), enabled: mayBeOff });
  return mode.acceptsOrders || (mayBeOff && tables.length > 0);
}

const fieldOf = { delivery: 'delivery', pickup: 'pickup', 'dine-in': 'dineIn' } as const satisfies Record<Mode, string>;

interface ModePauseProps {
  outlet: Outlet;
  mode: Mode;
  now: Date;
  onSaved: (outlet: Outlet, mode: Mode) => void;
}

function ModePause({ outlet, mode, now, onSaved }: ModePauseProps) {
  const pause = pauseOf(outlet, mode, now);
  const save = async (next: boolean) => {
    const answer = await client.call('PUT /outlet/update-outlet/:id', {
      params: { id: outlet._id },
      form: { [fieldOf[mode]]: next },
    });
    onSaved(answer.outlet, mode);
  };
  return (
    <Box sx={{ pt: 1.5, borderBlockStart: 1, borderColor: 'divider' }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {words.ordering.mode[mode]}
      </Typography>
      <OptimisticSwitch
        name={text.switchName({ outlet: outlet.name, mode: words.ordering.mode[mode] })}
        isOn={pause.kind === 'open'}
        onText={text.accepting}
        offText={text.notAccepting}
        save={save}
        errors="operation"
        place="bar"
      />
      {pause.kind === 'until' && (
        <Resume outlet={outlet} mode={mode} until={pause.until} now={now} onResume={() => save(true)} />
      )}
    </Box>
  );
}

interface ResumeProps {
  outlet: Outlet;
  mode: Mode;
  until: Date;
  now: Date;
  onResume: () => Promise<void>;
}

/** The time at which a pause ends, and the way to end it now. */
function Resume({ outlet, mode, until, now, onResume }: ResumeProps) {
  const resuming = useMutation({
    mutationFn: onResume,
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      <Typography sx={{ color: 'warning.main', fontWeight: 600 }}>
        {text.resumes({ time: resumeTime(until, outlet.timeZone, now), left: timeLeft(until, now) })}
      </Typography>
      <EditingArea>
        <Button
          aria-label={text.resumeName({ outlet: outlet.name, mode: words.ordering.mode[mode] })}
          aria-busy={resuming.isPending || undefined}
          onClick={() => !resuming.isPending && resuming.mutate()}
        >
          {text.resume}
        </Button>
      </EditingArea>
    </Box>
  );
}

/** The outlet as it was, with one of its modes as it was saved. */
function withMode(outlet: Outlet, saved: Outlet, mode: Mode): Outlet {
  const savedModes = outlet.modes.map(
    (one) => saved.modes.find((other) => one.mode === mode && other.mode === mode) ?? one,
  );
  const { delivery, pickup } = saved;
  return {
    ...outlet,
    ...(mode === 'delivery' ? { delivery } : mode === 'pickup' ? { pickup } : {}),
    modes: savedModes,
  };
}
