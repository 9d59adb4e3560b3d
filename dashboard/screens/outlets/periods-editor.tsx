import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { useId, useRef, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { PeriodProblem } from '#contract/outlets/hours-problems.ts';
import type { Period } from '#contract/outlets/opening-hours.ts';
import { words } from '../../words/words.ts';
import { emptyPeriod } from './empty-week.ts';
import { DateField } from '../../components/form/date-field.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { endNote } from './hours-words.ts';
import { visuallyHidden } from '../../components/feedback/visually-hidden.ts';

const text = words.outlets.hours;

interface PeriodsEditorProps {
  /** Name of the day for screen readers: 'Sunday'. */
  name: string;
  periods: readonly Period[];
  /** The problems of these periods. */
  problems: readonly PeriodProblem[];
  onChange: (periods: Period[]) => void;
}

/** The periods of one day: at most three, on steps of five minutes (core-setup 4 and 9). */
export function PeriodsEditor({ name, periods, problems, onChange }: PeriodsEditorProps) {
  const hintId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  // The period that was just added takes the focus.
  const [added, setAdded] = useState<number | null>(null);
  // A period that is still being filled in is not wrong yet.
  const [left, setLeft] = useState<readonly number[]>([]);
  const isFull = periods.length >= limits.periodsPerDayMax;
  const problemOf = (index: number) => {
    const found = problems.find(({ period }) => period === index)?.code ?? null;
    return (found === 'incomplete' || found === 'empty') && !left.includes(index) ? null : found;
  };
  const remove = (index: number) => {
    const rest = periods.filter((_, other) => other !== index);
    onChange(rest.length === 0 ? [emptyPeriod] : rest);
    setLeft([]);
    addButton.current?.focus();
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', containerType: 'inline-size' }}>
      {periods.map((period, index) => (
        <PeriodRow
          // Periods have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          name={name}
          number={index + 1}
          period={period}
          problem={problemOf(index)}
          isNew={index === added}
          onChange={(changed) => onChange(periods.map((one, other) => (other === index ? changed : one)))}
          onLeave={() => setLeft((before) => (before.includes(index) ? before : [...before, index]))}
          onRemove={() => remove(index)}
        />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Button
          ref={addButton}
          type="button"
          startIcon={<Add />}
          disabled={isFull}
          aria-describedby={isFull ? hintId : undefined}
          onClick={() => {
            setAdded(periods.length);
            onChange([...periods, emptyPeriod]);
          }}
          sx={{ marginInlineStart: -1, px: 1 }}
        >
          {text.addPeriod}
          <Box component="span" sx={visuallyHidden}>
            {text.addPeriodTo({ day: name })}
          </Box>
        </Button>
        {isFull && <Hint id={hintId}>{text.mostPeriods({ most: limits.periodsPerDayMax })}</Hint>}
      </Box>
    </Box>
  );
}

/** Room for '12:00 AM'; where there is little of it, without the button that opens the browser's picker. */
const timeStyle = {
  // A width, because the row is as wide as its fields say and not as they grow: the button stays beside them.
  flex: '0 1 auto',
  inlineSize: '7rem',
  // No less than the digits need.
  minInlineSize: '4.75rem',
  '& input': { paddingInline: 1 },
  '& input::-webkit-calendar-picker-indicator': { display: 'none' },
  '@container (min-width: 26.25rem)': {
    inlineSize: '8.5rem',
    '& input::-webkit-calendar-picker-indicator': { display: 'block' },
  },
} as const;

/** Focuses an input as soon as it is mounted. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

interface PeriodRowProps {
  name: string;
  /** From 1. */
  number: number;
  period: Period;
  problem: PeriodProblem['code'] | null;
  isNew: boolean;
  onChange: (period: Period) => void;
  /** The focus is in another place now. */
  onLeave: () => void;
  onRemove: () => void;
}

function PeriodRow({ name, number, period, problem, isNew, onChange, onLeave, onRemove }: PeriodRowProps) {
  const noteId = useId();
  const note = endNote(period);
  const timeField = (edge: 'start' | 'end') => (
    <DateField
      type="time"
      shown={period[edge]}
      value={period[edge]}
      error={problem !== null}
      helperText={null}
      fullWidth={false}
      inputRef={isNew && edge === 'start' ? takeFocus : undefined}
      onChange={(event) => onChange({ ...period, [edge]: event.target.value })}
      slotProps={{
        htmlInput: {
          step: limits.timeStepMinutes * 60,
          'aria-label':
            edge === 'start' ? text.opens({ day: name, period: number }) : text.closes({ day: name, period: number }),
          'aria-describedby': noteId,
        },
      }}
      sx={timeStyle}
    />
  );
  return (
    <Box
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', inlineSize: '100%' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, minInlineSize: 0 }}>
          {timeField('start')}
          <span aria-hidden>–</span>
          {timeField('end')}
          <IconButton type="button" aria-label={text.removePeriod({ day: name, period: number })} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        </Box>
        {note !== null && <Hint>{note}</Hint>}
      </Box>
      <FormHelperText id={noteId} error={problem !== null} sx={{ minHeight: 0, m: 0 }}>
        {problem === null ? <span style={visuallyHidden}>{note}</span> : text.problems[problem]}
      </FormHelperText>
    </Box>
  );
}
