import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { offsetMinutes, timeOfMinutes } from '#contract/base/time.ts';
import { timeZones } from '#contract/base/time-zones.ts';
import { words } from '../../words/words.ts';

const text = words.outlets.basicInfo;

interface TimeZoneFieldProps {
  /** An IANA name; empty: none chosen. */
  value: string;
  onChange: (zone: string) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}

/** One zone of the fixed list, found by its city or by what its clocks are ahead: 'Asia/Dubai (GMT+4)'. */
export function TimeZoneField({ value, onChange, onBlur, inputRef, error }: TimeZoneFieldProps) {
  return (
    <Autocomplete
      options={timeZones}
      value={value === '' ? null : value}
      onChange={(_, zone) => onChange(zone ?? '')}
      onBlur={onBlur}
      getOptionLabel={zoneLabel}
      noOptionsText={text.noTimeZone}
      autoHighlight
      // The list opens inside the page's landmark, not behind it.
      slotProps={{ popper: { container: () => document.querySelector('main') } }}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={inputRef}
          label={text.timeZone}
          required
          error={error !== undefined}
          helperText={error ?? text.timeZoneHint}
        />
      )}
    />
  );
}

/** 'America/New_York' is 'America/New York (GMT-5)', or GMT-4 in summer. */
function zoneLabel(zone: string): string {
  return text.zoneWithOffset({ zone: zone.replaceAll('_', ' '), offset: offsetText(offsetMinutes(Date.now(), zone)) });
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours = '', rest = ''] = timeOfMinutes(Math.abs(minutes)).split(':');
  return `GMT${minutes < 0 ? '-' : '+'}${Number(hours)}${rest === '00' ? '' : `:${rest}`}`;
}
