import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type Control, Controller } from 'react-hook-form';
import { words } from '../../../words/words.ts';
import {
  countrySearchText,
  type PhoneCountry,
  phoneCountries,
  phoneCountry,
} from '../../../components/form/phone-countries.ts';
import type { SignUpForm } from './sign-up-form.ts';

const text = words.accounts.signUp;

const filterOptions = createFilterOptions<PhoneCountry>({
  stringify: countrySearchText,
});

interface CountryFieldProps {
  control: Control<SignUpForm>;
  name: 'countries' | 'countryCode';
  label: string;
  error: string | undefined;
  autoComplete: 'country-name' | 'tel-country-code';
  /** With the country that was chosen before, or ''. */
  onChosen?: (code: string, before: string) => void;
}

/** One country of all, found by name, code or dial code. */
export function CountryField({ control, name, label, error, autoComplete, onChosen }: CountryFieldProps) {
  const labelOf = (country: PhoneCountry) =>
    name === 'countryCode' ? `${country.dialCode} ${country.name}` : country.name;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Autocomplete
          options={phoneCountries}
          value={phoneCountry(field.value)}
          onChange={(_, country) => {
            onChosen?.(country?.code ?? '', field.value);
            field.onChange(country?.code ?? '');
          }}
          onBlur={field.onBlur}
          getOptionLabel={labelOf}
          getOptionKey={({ code }) => code}
          isOptionEqualToValue={(option, value) => option.code === value.code}
          filterOptions={filterOptions}
          noOptionsText={text.noCountry}
          autoHighlight
          // The list opens inside the page's landmark, not behind it.
          slotProps={{ popper: { container: () => document.querySelector('main') } }}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={field.ref}
              label={label}
              error={error !== undefined}
              helperText={error ?? ' '}
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, autoComplete } }}
            />
          )}
        />
      )}
    />
  );
}
