import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { tickOutlet } from './tick-outlet.ts';

const text = words.staff.people;

interface OutletsFieldProps {
  /** Null: all outlets, those to come as well. */
  value: readonly OutletId[] | null;
  onChange: (value: OutletId[] | null) => void;
  /** Said once somebody has tried to go on without one. */
  error: string | null;
}

/** Where somebody works: at all outlets, or at those that are ticked. Nothing to choose where there is only one. */
export function OutletsField({ value, onChange, error }: OutletsFieldProps) {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const labelId = useId();
  if (outlets.length < 2 && value === null) return null;
  return (
    <FormControl error={error !== null}>
      <FormLabel id={labelId}>{text.outlets}</FormLabel>
      <SwitchField
        label={text.allOutlets}
        isOn={value === null}
        onChange={(isAll) => onChange(isAll ? null : [])}
        sx={{ minHeight: 'var(--control)', justifyContent: 'space-between' }}
      />
      {value !== null && (
        <FormGroup aria-labelledby={labelId}>
          {outlets.map(({ _id, name }) => (
            <FormControlLabel
              key={_id}
              control={
                <Checkbox
                  checked={value.includes(_id)}
                  onChange={(_, isTicked) => onChange(tickOutlet(value, _id, isTicked, outlets))}
                />
              }
              label={name}
              sx={{ minHeight: 'var(--control)', overflowWrap: 'anywhere' }}
            />
          ))}
        </FormGroup>
      )}
      {error !== null && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  );
}
