import Box from '@mui/material/Box';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type FocusEvent, useState } from 'react';
import { words } from '../../words/words.ts';
import { dayText, momentText } from '../../words/dates.ts';

const text = words.general.dateField;

type DateFieldProps = TextFieldProps & {
  type: 'date' | 'time' | 'datetime-local';
  /** The value in the form: '2026-11-22', '18:05', '2026-11-22T18:05', or empty. */
  shown: string;
  /** Stands in the field while it is empty. */
  none?: string;
};

/**
 * The browser's own field for a date or a time, which reads like every other date of the dashboard until somebody is in it: browsers
 * write it in the order of the device, and 05/03 is two days (decision 87). A half filled field shows what was typed.
 */
export function DateField({ type, shown, none = text.none[type], onBlur, sx, ...field }: DateFieldProps) {
  const [isHalfFilled, setHalfFilled] = useState(false);
  // An address may say anything, and the browser's field leaves out what is no date.
  const value = type === 'time' || isDate(shown) ? shown : '';
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setHalfFilled(event.target.validity.badInput);
    onBlur?.(event);
  };
  return (
    <TextField
      {...field}
      type={type}
      onBlur={leave}
      slotProps={{
        ...field.slotProps,
        input: {
          startAdornment: !(isHalfFilled && value === '') && (
            <Box
              component="span"
              aria-hidden
              dir="ltr"
              data-shown-date
              sx={{ color: value === '' ? 'text.secondary' : undefined }}
            >
              <bdi>{value === '' ? none : inWords[type](value)}</bdi>
            </Box>
          ),
        },
      }}
      sx={[overlaid, ...(Array.isArray(sx) ? (sx as readonly object[]) : [sx ?? {}])]}
    />
  );
}

const isDate = (text: string) => /^\d{4,6}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text));

const inWords = {
  date: dayText,
  time: (time: string) => time,
  // Without a zone it is an instant of this device, as the field means it.
  'datetime-local': momentText,
} as const;

/** Words over the browser's own, which stay where keyboard and screen reader look for them. */
const overlaid = {
  '& .MuiInputBase-root.MuiInputBase-adornedStart': { paddingInlineStart: 0 },
  '& [data-shown-date]': {
    position: 'absolute',
    // The button for the calendar is on the right in every language.
    insetInline: '14px 36px',
    '[dir=rtl] &': { textAlign: 'end' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  '& .MuiInputBase-root:focus-within [data-shown-date]': { display: 'none' },
  '& input': { '&::-webkit-datetime-edit, &::-webkit-date-and-time-value': { opacity: 'var(--own-text, 1)' } },
  // With forced colours the browser's own text cannot be hidden in every browser.
  '@media (forced-colors: active)': { '& [data-shown-date]': { display: 'none' } },
  '@media (forced-colors: none)': {
    '& [data-shown-date] + input:not(:focus)': {
      '--own-text': 0,
      '@supports (-moz-appearance: none)': { color: 'transparent' },
    },
  },
} as const;
