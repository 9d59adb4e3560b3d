import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { CSSProperties } from 'react';

interface SwitchFieldProps {
  /** The words beside the switch: what it switches, or the state it is in. */
  label: string;
  /** Name for screen readers, where the words are the state. */
  name?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
  describedBy?: string;
  sx?: Pick<CSSProperties, 'inlineSize' | 'minHeight' | 'justifyContent' | 'justifySelf' | 'color' | 'gap'>;
}

/** A switch. On every screen it stands after its words. */
export function SwitchField({ label, name, isOn, onChange, onBlur, describedBy, sx }: SwitchFieldProps) {
  return (
    <FormControlLabel
      control={
        <Switch
          checked={isOn}
          onChange={(_, next) => onChange(next)}
          onBlur={onBlur}
          slotProps={{ input: { role: 'switch', 'aria-label': name, 'aria-describedby': describedBy } }}
        />
      }
      label={label}
      labelPlacement="start"
      sx={{ m: 0, gap: 1, ...sx }}
    />
  );
}
