import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { words } from '../../words/words.ts';
import { pressable } from './pressable.ts';

interface StepperProps {
  /** Name of the counted thing, for screen readers. */
  name: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** One more or one less of something. */
export function Stepper({ name, value, least, most, onChange }: StepperProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginInlineStart: 'auto' }}>
      <IconButton
        aria-label={words.ordering.change.less({ name })}
        {...pressable(value > least, () => onChange(value - 1))}
      >
        <Remove />
      </IconButton>
      <Typography component="output" sx={{ minWidth: '2ch', textAlign: 'center', fontWeight: 700 }}>
        {value}
      </Typography>
      <IconButton
        aria-label={words.ordering.change.more({ name })}
        {...pressable(value < most, () => onChange(value + 1))}
      >
        <Add />
      </IconButton>
    </Box>
  );
}
