import CheckCircle from '@mui/icons-material/CheckCircle';
import ArrowForward from '@mui/icons-material/ArrowForward';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useOpenEntity } from '../../../components/list/open-entity.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useRoom } from '../../../components/shell/use-room.ts';
import { EntityPage } from '../../../components/form/entity-page.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { useMayEdit } from '../../../components/shell/restaurant.tsx';
import { commaList, withName } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { type OutletStep, paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { PreviewLink } from '../preview-link.tsx';
import { OutletReady, type SetUpState } from '../outlet-ready.tsx';
import { type ArrivalState, stepAfter, useWizardTask } from './use-wizard.ts';
import { WizardSteps } from './wizard-steps.tsx';

const text = words.outlets.wizard;
/** The steps after it are optional. */
const lastNeededStep: OutletStep = 'pickup';
export const backToOutlets = { to: paths.outlets(), label: words.outlets.outlets.title };

/** A step about an outlet that exists; without one there is only the first step (order-operations 2). */
export function OutletStepPage({ step, children }: { step: OutletStep; children: (outlet: Outlet) => ReactNode }) {
  const task = useWizardTask();
  const outlets = useQuery(queries.outlets());
  const isNone = useOpenEntity('outlet') === null;
  if (isNone)
    return <Navigate to={task === 'create' ? paths.outletStep('create', 'basic-info') : paths.outlets()} replace />;
  return (
    <EntityPage kind="outlet" query={outlets} errors="outlets" title={text.titles[step]} back={backToOutlets}>
      {(outlet) => (
        <WizardPage step={step} outlet={outlet}>
          {children(outlet)}
        </WizardPage>
      )}
    </EntityPage>
  );
}

interface WizardPageProps {
  step: OutletStep;
  /** Null while it is not saved. */
  outlet: Outlet | null;
  /** A page inside the step. */
  part?: { title: string; back: { to: string; label: string } };
  children: ReactNode;
}

/** The page of one step, with all steps beside it. */
export function WizardPage({ step, outlet, part, children }: WizardPageProps) {
  const mayEdit = useMayEdit();
  const hasRoom = useRoom({ width: useTheme().breakpoints.values.md });
  const name = outlet?.name ?? text.newOutlet;
  const title = part?.title ?? text.titles[step];
  return (
    <Page
      title={withName(title, name)}
      heading={title}
      back={part?.back ?? backToOutlets}
      tools={outlet !== null && <PreviewLink outlet={outlet} variant="outlined" />}
    >
      <Typography sx={{ mt: -1.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{name}</Typography>
      <SavedNote step={step} outlet={outlet} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, md: 3 },
          gridTemplateColumns: hasRoom ? `13rem minmax(0, ${formWidth})` : 'minmax(0, 1fr)',
        }}
      >
        <WizardSteps step={step} outlet={outlet} isList={hasRoom} />
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          {mayEdit ? (
            children
          ) : (
            <Card>
              <Notice heading={words.outlets.outlets.staffHint} action={null} />
            </Card>
          )}
        </Box>
      </Box>
    </Page>
  );
}

/** On arrival from a step that was just saved. */
function SavedNote({ step, outlet }: Pick<WizardPageProps, 'step' | 'outlet'>) {
  const { state } = useLocation() as { state: ArrivalState | null };
  const task = useWizardTask();
  const isArrival = useNavigationType() !== NavigationType.Pop;
  if (!isArrival || state?.saved === undefined) return null;
  const { saved, missing } = state;
  if (missing.length > 0) {
    return (
      <Alert
        component="output"
        severity="warning"
        action={
          <Button color="inherit" component={Link} to={paths.outletStep(task, saved, outlet?._id)}>
            {text.completeIt}
          </Button>
        }
      >
        {text.notYet({ mode: text.names[saved], missing: commaList(missing.map((one) => text.missing[one])) })}
      </Alert>
    );
  }
  return (
    <>
      <Box
        component="output"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'success.main', fontWeight: 600 }}
      >
        <CheckCircle aria-hidden fontSize="small" />
        {text.saved({ next: text.names[step] })}
      </Box>
      {saved === lastNeededStep && outlet !== null && <OutletReady outlet={outlet} />}
    </>
  );
}

/** Below a step that saves each thing by itself: the way on. */
export function NextStep({ step, outlet }: { step: OutletStep; outlet: Outlet }) {
  const task = useWizardTask();
  const next = stepAfter(step);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <Button
        component={Link}
        to={next === null ? paths.outlets() : paths.outletStep(task, next, outlet._id)}
        state={next === null ? ({ setUp: outlet._id } satisfies SetUpState) : undefined}
        variant="outlined"
        endIcon={<ArrowForward data-points-along />}
      >
        {next === null ? text.finish : text.next({ step: text.names[next] })}
      </Button>
    </Box>
  );
}
