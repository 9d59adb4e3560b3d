import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { hoursProblems, type PeriodProblem } from '#contract/outlets/hours-problems.ts';
import { type DayHours, isDayNotSet, type OpeningHours } from '#contract/outlets/opening-hours.ts';
import { type Weekday, weekdays } from '#contract/base/time.ts';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { words } from '../../words/words.ts';
import { emptyPeriod } from './empty-week.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { dayName, hoursInWords } from './hours-words.ts';
import { PeriodsEditor } from './periods-editor.tsx';

const text = words.outlets.hours;

interface HoursEditorProps {
  label: string;
  /** Seven days, Sunday first. */
  hours: OpeningHours;
  onChange: (hours: DayHours[]) => void;
}

/** The opening hours of a week (M20): seven days, each closed or with up to three periods, read back in words. */
export function HoursEditor({ label, hours, onChange }: HoursEditorProps) {
  const titleId = useId();
  const [source, setSource] = useState<Weekday>(weekdays[0]);
  const problems = hoursProblems(hours);
  const change = (changed: DayHours) => {
    setSource(changed.day);
    onChange(hours.map((one) => (one.day === changed.day ? changed : one)));
  };
  const copyToAll = () => {
    const copied = hours.find(({ day }) => day === source);
    if (copied !== undefined) onChange(hours.map(({ day }) => ({ ...copied, day })));
  };
  return (
    <Box
      component="fieldset"
      aria-labelledby={titleId}
      sx={{ border: 0, m: 0, p: 0, minInlineSize: 0, containerType: 'inline-size' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, pb: 1 }}>
        <Typography id={titleId} component="h2" variant="h2" sx={{ flex: '1 1 160px', alignSelf: 'center' }}>
          {label}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
          <TextField
            select
            label={text.copyFrom}
            value={source}
            helperText={null}
            fullWidth={false}
            onChange={(event) => setSource(event.target.value as Weekday)}
            slotProps={{ select: { native: true } }}
            sx={{ flex: '1 1 104px', minWidth: 104 }}
          >
            {weekdays.map((day) => (
              <option key={day} value={day}>
                {dayName(day)}
              </option>
            ))}
          </TextField>
          <Button
            type="button"
            variant="outlined"
            startIcon={<ContentCopy />}
            onClick={copyToAll}
            sx={{ maxWidth: '100%', px: 1.25 }}
          >
            {text.copyToAll}
          </Button>
        </Box>
      </Box>
      {hours.map((day) => (
        <DayRow
          key={day.day}
          hours={day}
          problems={problems.filter((problem) => problem.day === day.day).map(periodProblem)}
          onChange={change}
        />
      ))}
      <Readback hours={hours} />
    </Box>
  );
}

function periodProblem({ code, period }: ReturnType<typeof hoursProblems>[number]): PeriodProblem {
  // The seven days are always there once each, so what is wrong is about periods.
  return { code: code as PeriodProblem['code'], period };
}

interface DayRowProps {
  hours: DayHours;
  problems: readonly PeriodProblem[];
  onChange: (hours: DayHours) => void;
}

function DayRow({ hours, problems, onChange }: DayRowProps) {
  const { day, open, periods } = hours;
  const name = dayName(day);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        columnGap: 2,
        py: 1,
        borderBlockStart: 1,
        borderColor: 'divider',
        '@container (min-width: 560px)': { gridTemplateColumns: '252px minmax(0, 1fr)' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
          minBlockSize: 48,
        }}
      >
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <SwitchField
          label={open ? text.open : text.closed}
          name={text.isOpen({ day: name })}
          isOn={open}
          onChange={(isOpen) =>
            onChange({ ...hours, open: isOpen, periods: periods.length === 0 ? [emptyPeriod] : periods })
          }
          sx={{ gap: 0.5 }}
        />
      </Box>
      {open && (
        <Box>
          <PeriodsEditor
            name={name}
            periods={periods}
            problems={problems}
            onChange={(changed) => onChange({ ...hours, periods: changed })}
          />
          {isDayNotSet(hours) && <Hint>{text.notSet}</Hint>}
        </Box>
      )}
    </Box>
  );
}

/** A mistyped hour is easier heard than seen. */
function Readback({ hours }: { hours: OpeningHours }) {
  const titleId = useId();
  return (
    <Box sx={{ pt: 1.5, borderBlockStart: 1, borderColor: 'divider' }}>
      <Typography id={titleId} variant="subtitle2" component="h3">
        {text.inWords}
      </Typography>
      <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0, typography: 'body2' }}>
        {hoursInWords(hours).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Box>
  );
}
