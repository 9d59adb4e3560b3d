import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';

interface TicksProps<Id extends string> {
  legend: string;
  hint: string;
  options: readonly { id: Id; name: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
}

/** Any number of a few, in their own order. */
export function Ticks<Id extends string>({ legend, hint, options, chosen, onChange }: TicksProps<Id>) {
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{legend}</FormLabel>
      <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText>
      {options.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={name}
          sx={{ minHeight: 'var(--control)', '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
          control={
            <Checkbox
              checked={chosen.includes(id)}
              onChange={(_, isChosen) =>
                onChange(
                  options.map((option) => option.id).filter((one) => (one === id ? isChosen : chosen.includes(one))),
                )
              }
            />
          }
        />
      ))}
    </FormControl>
  );
}
