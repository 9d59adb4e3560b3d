import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { DiningArea } from '#contract/dining/dining.ts';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';

const text = words.dining;

interface AreaFieldProps {
  areas: readonly DiningArea[];
  /** A name, of an area that there is or of a new one; empty: none. */
  value: string;
  onChange: (name: string) => void;
}

/** The area of tables: one that there is, or a new name. */
export function AreaField({ areas, value, onChange }: AreaFieldProps) {
  return (
    <Autocomplete
      freeSolo
      options={areas.map(({ name }) => name)}
      inputValue={value}
      onInputChange={(_, name) => onChange(name)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={text.areaLabel}
          helperText={text.areaHint}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: limits.name },
          }}
        />
      )}
    />
  );
}
