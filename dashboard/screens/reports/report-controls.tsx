import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { ReportScope } from '#contract/reports/reports.ts';
import { DateField } from '../../components/form/date-field.tsx';
import { words } from '../../words/words.ts';
import { daysText } from './report-scope.ts';
import { type ReportRange, reportRanges, type ReportView } from './report-view.ts';

const text = words.reports;

interface ReportControlsProps {
  view: ReportView;
  scope: ReportScope | null;
  outlets: readonly Outlet[];
  onChange: (change: Partial<ReportView>) => void;
}

/** Which days, and of which outlet. */
export function ReportControls({ view, scope, outlets, onChange }: ReportControlsProps) {
  const { range, from, to, outletId } = view;
  const isCustom = range === 'custom';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 1.5 }}>
      <TextField
        select
        label={text.range}
        value={range}
        helperText={null}
        // Choosing days begins with those that are shown.
        onChange={({ target }) =>
          onChange({ range: target.value as ReportRange, from: scope?.from ?? from, to: scope?.to ?? to })
        }
        slotProps={{ select: { native: true } }}
        sx={{ flex: '1 1 9rem', maxWidth: { sm: '12.5rem' } }}
      >
        {reportRanges.map((one) => (
          <option key={one} value={one}>
            {text.ranges[one]}
          </option>
        ))}
      </TextField>
      {isCustom && (
        <>
          <DayField label={text.from} value={from} onChange={(day) => onChange({ from: day })} />
          <DayField label={text.to} value={to} onChange={(day) => onChange({ to: day })} />
        </>
      )}
      <TextField
        select
        label={text.outlet}
        value={outletId ?? ''}
        helperText={null}
        onChange={({ target }) => onChange({ outletId: target.value === '' ? null : (target.value as OutletId) })}
        slotProps={{ select: { native: true } }}
        sx={{ flex: '1 1 9rem', maxWidth: { sm: '15rem' } }}
      >
        <option value="">{text.allOutlets}</option>
        {outlets.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </TextField>
      {scope !== null && (
        <Typography color="textSecondary" sx={{ minHeight: 44, display: 'flex', alignItems: 'center' }}>
          {daysText(scope)}
        </Typography>
      )}
    </Box>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

/** While somebody is in it, it keeps what they type: the address follows a moment later, and would take half a date away. */
function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const day = typed ?? value;
  return (
    <DateField
      type="date"
      label={label}
      shown={day}
      value={day}
      helperText={null}
      onFocus={() => setTyped(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value !== '') onChange(target.value);
      }}
      onBlur={({ target }) => {
        // A half filled field goes back to the days that are shown.
        if (target.value !== value && !target.validity.badInput) onChange(target.value);
        setTyped(null);
      }}
      sx={{ flex: '1 1 11rem', maxWidth: { sm: 220 } }}
    />
  );
}
