import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';
import {
  countrySearchText,
  type PhoneCountry,
  phoneCountries,
  phoneCountry,
} from '../../components/form/phone-countries.ts';
import { enterPhone, type PhoneEntry } from '../../components/form/phone-entry.ts';

const text = words.outlets.basicInfo;

const filterOptions = createFilterOptions<PhoneCountry>({
  stringify: countrySearchText,
});

const leftToRight = words.direction === 'rtl' ? '\u200e' : '';

interface PhoneFieldProps {
  value: PhoneEntry;
  onChange: (entry: PhoneEntry) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}

/** A phone number: the country found by name or code, and digits. A number pasted with its dial code finds its country. */
export function PhoneField({ value, onChange, onBlur, inputRef, error }: PhoneFieldProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      <Autocomplete
        options={phoneCountries}
        value={phoneCountry(value.country)}
        onChange={(_, country) => onChange({ ...value, country: country?.code ?? '' })}
        onBlur={onBlur}
        // The chosen one is short: a name would be cut. The mark keeps the plus sign before the digits between names in Arabic.
        getOptionLabel={({ dialCode, code }) => `${leftToRight}${code} ${dialCode}`}
        getOptionKey={({ code }) => code}
        renderOption={({ key, ...props }, { dialCode, name }) => (
          <li key={key} {...props}>
            {`${leftToRight}${dialCode} ${name}`}
          </li>
        )}
        isOptionEqualToValue={(option, chosen) => option.code === chosen.code}
        filterOptions={filterOptions}
        noOptionsText={text.noCountry}
        autoHighlight
        // Room for the longest code; in large letters the number goes below.
        sx={{ flex: '2 1 8.75rem' }}
        disableClearable={phoneCountry(value.country) !== null}
        // The list opens inside the page's landmark, not behind it, and may be wider than its field.
        slotProps={{
          popper: { container: () => document.querySelector('main'), placement: 'bottom-start', sx: { minWidth: 280 } },
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={text.countryCode}
            required
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, autoComplete: 'tel-country-code' },
            }}
          />
        )}
      />
      <TextField
        type="tel"
        sx={{ flex: '3 1 9rem', minWidth: 0 }}
        label={text.phone}
        required
        value={value.number}
        onChange={(event) => onChange(enterPhone(value, event.target.value))}
        onBlur={onBlur}
        inputRef={inputRef}
        error={error !== undefined}
        helperText={error ?? ' '}
        slotProps={{ htmlInput: { inputMode: 'tel', autoComplete: 'tel-national', maxLength: limits.phone } }}
      />
    </Box>
  );
}
