import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { limits } from '#contract/base/limits.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { words } from '../../../words/words.ts';

const text = words.kitchen.liveOrders;

const STEP = limits.timeStepMinutes;
/** Minutes that kitchens promise most, each one touch away (LO-08). */
const PRESETS = [10, 20, 30, 45];

interface PromiseMinutesProps {
  value: number;
  onChange: (minutes: number) => void;
}

/** Minutes until ready, promised to the guest (M06). */
export function PromiseMinutes({ value, onChange }: PromiseMinutesProps) {
  const less = (Math.ceil(value / STEP) - 1) * STEP;
  const more = (Math.floor(value / STEP) + 1) * STEP;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, flexShrink: 0 }}>
      <StepButton label={text.lessTime} Icon={Remove} isPossible={less >= STEP} onClick={() => onChange(less)} />
      <Box sx={{ minWidth: { xs: '3.5em', sm: '5em' }, textAlign: 'center' }}>
        <Typography variant="body2" sx={{ fontSize: { xs: '0.75rem', sm: '0.875rem' } }}>
          {text.readyIn}
        </Typography>
        <Typography
          component="output"
          sx={{ fontSize: { xs: '1.125rem', sm: '1.25rem' }, lineHeight: 1.2, fontWeight: 700 }}
        >
          {text.minutes({ minutes: value })}
        </Typography>
      </Box>
      <StepButton
        label={text.moreTime}
        Icon={Add}
        isPossible={more <= limits.promiseMinutesMax}
        onClick={() => onChange(more)}
      />
    </Box>
  );
}

/** The minutes that are promised most, each one touch away. */
export function PresetMinutes({ value, onChange }: PromiseMinutesProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1, flex: '1 1 232px', maxInlineSize: { md: 300 } }}>
      {PRESETS.map((minutes) => (
        <Button
          key={minutes}
          variant="outlined"
          color={minutes === value ? 'primary' : 'inherit'}
          aria-label={text.readyInMinutes({ minutes })}
          aria-pressed={minutes === value}
          onClick={() => onChange(minutes)}
          sx={{ flex: 1, minWidth: 48, px: 0.5, ...(minutes === value && { bgcolor: 'tone.primarySoft' }) }}
        >
          {minutes}
        </Button>
      ))}
    </Box>
  );
}

interface StepButtonProps {
  label: string;
  Icon: typeof Add;
  isPossible: boolean;
  onClick: () => void;
}

function StepButton({ label, Icon, isPossible, onClick }: StepButtonProps) {
  return (
    <IconButton
      aria-label={label}
      {...pressable(isPossible, onClick)}
      sx={{
        border: 1,
        borderColor: 'tone.controlBorder',
        color: 'text.primary',
        minWidth: { xs: 48, sm: 'var(--control)' },
        minHeight: { xs: 48, sm: 'var(--control)' },
      }}
    >
      <Icon />
    </IconButton>
  );
}
