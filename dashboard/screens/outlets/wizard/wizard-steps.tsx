import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { type OutletStep, paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { doneSteps, unusedSteps } from '../outlet-progress.ts';
import { useWizardTask } from './use-wizard.ts';

const text = words.outlets.wizard;

type EntryName = OutletStep | 'ordering-modes';
interface Entry {
  name: EntryName;
  step: OutletStep;
  /** The step belongs to the ordering modes. */
  isPart?: boolean;
  isOptional?: boolean;
}

/** In the order of the documents (order-operations 2): ordering modes leads to delivery. */
const entries: readonly Entry[] = [
  { name: 'basic-info', step: 'basic-info' },
  { name: 'address', step: 'address' },
  { name: 'ordering-modes', step: 'delivery' },
  { name: 'delivery', step: 'delivery', isPart: true },
  { name: 'delivery-area', step: 'delivery-area', isPart: true },
  { name: 'pickup', step: 'pickup', isPart: true },
  { name: 'special-days', step: 'special-days', isOptional: true },
  { name: 'contactless-dining', step: 'contactless-dining', isOptional: true },
];

interface WizardStepsProps {
  step: OutletStep;
  /** Null while it is not saved: then there is only the first step. */
  outlet: Outlet | null;
}

/** All steps of an outlet with what is done of them: a list, or a select where there is no room beside the form. */
export function WizardSteps({ isList, ...props }: WizardStepsProps & { isList: boolean }) {
  return isList ? <StepList {...props} /> : <StepSelect {...props} />;
}

const noSteps: ReadonlySet<EntryName> = new Set();

function useDone(outlet: Outlet | null): ReadonlySet<EntryName> {
  const areas = useQuery({ ...queries.deliveryAreas(outlet?._id ?? ('' as Outlet['_id'])), enabled: outlet !== null });
  return outlet === null ? noSteps : doneSteps(outlet, areas.data?.length ?? 0);
}

function StepList({ step, outlet }: WizardStepsProps) {
  const task = useWizardTask();
  const done = useDone(outlet);
  const unused = outlet === null ? noSteps : unusedSteps(outlet);
  const reasonId = useId();
  return (
    <Box component="nav" aria-label={text.steps} sx={{ position: 'sticky', insetBlockStart: 16, alignSelf: 'start' }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {entries.map((entry) => {
          const isCurrent = entry.step === step && entry.name === step;
          const isBlocked = outlet === null && entry.step !== 'basic-info';
          return (
            <li key={entry.name}>
              {isBlocked ? (
                <ButtonBase disabled aria-describedby={reasonId} sx={{ ...row(entry), color: 'tone.ink3' }}>
                  <StepName entry={entry} isDone={false} isUnused={false} />
                </ButtonBase>
              ) : (
                <ButtonBase
                  component={Link}
                  to={paths.outletStep(task, entry.step, outlet?._id)}
                  aria-current={isCurrent ? 'step' : undefined}
                  sx={row(entry)}
                >
                  <StepName entry={entry} isDone={done.has(entry.name)} isUnused={unused.has(entry.name)} />
                </ButtonBase>
              )}
            </li>
          );
        })}
      </Box>
      {outlet === null && (
        <Box sx={{ pt: 1, px: 1.5 }}>
          <Hint id={reasonId}>{text.blocked}</Hint>
        </Box>
      )}
    </Box>
  );
}

const row = ({ isPart = false }: Entry) =>
  ({
    display: 'flex',
    justifyContent: 'flex-start',
    alignItems: 'center',
    gap: 1,
    inlineSize: '100%',
    minHeight: 44,
    px: 1.5,
    paddingInlineStart: isPart ? 4 : 1.5,
    borderRadius: 1,
    textAlign: 'start',
    typography: 'body2',
    fontWeight: 600,
    color: 'text.primary',
    '&:hover': { bgcolor: 'tone.subtle' },
    '&[aria-current="step"]': { bgcolor: 'tone.primarySoft', color: 'primary.main' },
  }) as const;

interface StepNameProps {
  entry: Entry;
  isDone: boolean;
  /** About a mode that is off and was never set up. */
  isUnused: boolean;
}

function StepName({ entry: { name, isOptional = false }, isDone, isUnused }: StepNameProps) {
  const Icon = isDone ? CheckCircle : RadioButtonUnchecked;
  return (
    <>
      <Icon aria-hidden fontSize="small" sx={{ color: isDone ? 'success.main' : 'tone.ink3' }} />
      <span>
        {text.names[name]}
        {(isOptional || (isUnused && !isDone)) && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'tone.ink3' }}>
            {isOptional ? text.optional : text.unused}
          </Box>
        )}
      </span>
      {isDone && (
        <Box component="span" sx={visuallyHidden}>
          {text.done}
        </Box>
      )}
    </>
  );
}

function StepSelect({ step, outlet }: WizardStepsProps) {
  const task = useWizardTask();
  const navigate = useNavigate();
  const done = useDone(outlet);
  const unused = outlet === null ? noSteps : unusedSteps(outlet);
  const id = useId();
  const reasonId = useId();
  return (
    <Box component="nav" aria-label={text.steps}>
      <TextField
        id={id}
        select
        label={text.step}
        value={step}
        helperText={null}
        onChange={(event) => void navigate(paths.outletStep(task, event.target.value as OutletStep, outlet?._id))}
        slotProps={{
          select: {
            // The list opens inside the page's landmark, not behind it.
            MenuProps: { container: () => document.querySelector('main') },
            SelectDisplayProps: { 'aria-describedby': outlet === null ? reasonId : undefined },
          },
        }}
      >
        {entries
          .filter(({ name, step: target }) => name === target)
          .map((entry) => (
            <MenuItem
              key={entry.name}
              value={entry.step}
              disabled={outlet === null && entry.step !== 'basic-info'}
              sx={{ minHeight: 44, gap: 1 }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minInlineSize: 0, whiteSpace: 'normal' }}>
                <StepName entry={entry} isDone={done.has(entry.name)} isUnused={unused.has(entry.name)} />
              </Box>
            </MenuItem>
          ))}
      </TextField>
      {outlet === null && <Hint id={reasonId}>{text.blocked}</Hint>}
    </Box>
  );
}
