import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { type Control, Controller, type UseFormReturn, useFormState } from 'react-hook-form';
import { currencies } from '#contract/base/currency-digits.ts';
import { languages, modes } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { countrySearchText, type PhoneCountry, phoneCountries } from '../../../components/form/phone-countries.ts';
import { brandingParts } from '../../../routing/paths.ts';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import type { BrandingForm } from './branding-form.ts';

const text = words.restaurants.branding;

const currencyNames = new Intl.DisplayNames(words.locale, { type: 'currency' });

interface BrandingTermsProps {
  form: UseFormReturn<BrandingForm>;
  /** There is an order already. */
  currencyIsFixed: boolean;
}

/** On what terms the restaurant sells: the owner's. */
export function BrandingTerms({ form: { control, register }, currencyIsFixed }: BrandingTermsProps) {
  const { errors } = useFormState({ control });
  return (
    <Box
      id={brandingParts.terms}
      sx={{ display: 'grid', gap: 2, p: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxInlineSize: 880 }}
    >
      <Typography variant="h2">{text.terms}</Typography>
      <Box sx={{ display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: twoColumns() }}>
        <TextField
          {...muiField(register('name'))}
          label={text.name}
          required
          error={errors.name !== undefined}
          helperText={errors.name?.message ?? text.nameHint}
          slotProps={{ htmlInput: { maxLength: limits.restaurantName, autoComplete: 'organization' } }}
        />
        <ArabicField
          field={register('nameTranslations.ar')}
          label={text.nameArabic}
          error={errors.nameTranslations?.ar?.message}
          most={limits.restaurantName}
        />
        <TextField
          {...muiField(register('currency'))}
          select
          label={text.currency}
          disabled={currencyIsFixed}
          error={errors.currency !== undefined}
          helperText={errors.currency?.message ?? (currencyIsFixed ? text.currencyFixed : text.currencyHint)}
          slotProps={{ select: { native: true } }}
        >
          {currencies.map((code) => (
            <option key={code} value={code}>
              {text.currencyName({ code, name: currencyNames.of(code) ?? code })}
            </option>
          ))}
        </TextField>
        <TextField
          {...muiField(register('locale'))}
          select
          label={text.locale}
          error={errors.locale !== undefined}
          helperText={errors.locale?.message ?? text.localeHint}
          slotProps={{ select: { native: true } }}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {text.locales[language]}
            </option>
          ))}
        </TextField>
        <TextField
          {...muiField(register('languages'))}
          select
          label={text.languages}
          error={errors.languages !== undefined}
          helperText={errors.languages?.message ?? text.languagesHint}
          slotProps={{ select: { native: true } }}
        >
          <option value={languages.join()}>{text.languagesAll}</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {text.languageOnly({ language: text.locales[language] })}
            </option>
          ))}
        </TextField>
      </Box>
      <ChargeOptions control={control} />
      <Tips form={{ control, register }} />
      <Invoices form={{ control, register }} />
      <Terms legend={text.codes} hint={text.codesHint}>
        <Countries control={control} />
        <NumberField
          field={register('codesPerDay')}
          label={text.codesPerDay}
          error={errors.codesPerDay?.message}
          hint={text.codesPerDayHint}
          isRequired
        />
      </Terms>
    </Box>
  );
}

interface TermsProps {
  id?: string;
  legend: string;
  hint: string;
  children: ReactNode;
}

/** Fields that belong together, with a sentence about them. */
function Terms({ id, legend, hint, children }: TermsProps) {
  return (
    <Box component="fieldset" id={id} sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
      <Typography variant="subtitle2" component="legend" sx={{ p: 0 }}>
        {legend}
      </Typography>
      <Hint>{hint}</Hint>
      <Box sx={{ display: 'grid', columnGap: 2, rowGap: 1, mt: 1.5, gridTemplateColumns: twoColumns() }}>
        {children}
      </Box>
    </Box>
  );
}

/** The issuer of the invoices, on the guests' receipts from now on (CP-12). */
function Invoices({
  form: { control, register },
}: {
  form: Pick<UseFormReturn<BrandingForm>, 'control' | 'register'>;
}) {
  const { errors } = useFormState({ control });
  return (
    <Terms id={brandingParts.legal} legend={text.invoices} hint={text.invoicesHint}>
      <TextField
        {...muiField(register('legalName'))}
        label={text.legalName}
        error={errors.legalName !== undefined}
        helperText={errors.legalName?.message ?? text.legalNameHint}
        slotProps={{ htmlInput: { maxLength: limits.legalName } }}
      />
      <TextField
        {...muiField(register('taxNumber'))}
        label={text.taxNumber}
        error={errors.taxNumber !== undefined}
        helperText={errors.taxNumber?.message ?? text.taxNumberHint}
        slotProps={{ htmlInput: { maxLength: limits.taxNumber, dir: 'ltr' } }}
      />
      <TextField
        {...muiField(register('taxAddress'))}
        label={text.taxAddress}
        error={errors.taxAddress !== undefined}
        helperText={errors.taxAddress?.message ?? ' '}
        slotProps={{ htmlInput: { maxLength: limits.addressPart } }}
        sx={{ gridColumn: '1 / -1' }}
      />
    </Terms>
  );
}

/** The modes in which guests can add a tip, and what is suggested to them (decision 76). */
function Tips({ form: { control, register } }: { form: Pick<UseFormReturn<BrandingForm>, 'control' | 'register'> }) {
  const { errors } = useFormState({ control });
  return (
    <Terms id={brandingParts.tips} legend={text.tips} hint={text.tipsHint}>
      <Controller
        control={control}
        name="tipModes"
        render={({ field }) => (
          <Box sx={{ display: 'grid', gap: 1 }}>
            {modes.map((mode) => (
              <SwitchField
                key={mode}
                label={text.tipModes[mode]}
                isOn={field.value.includes(mode)}
                onChange={(isOn) =>
                  field.onChange(modes.filter((one) => (one === mode ? isOn : field.value.includes(one))))
                }
                onBlur={field.onBlur}
                sx={{ justifyContent: 'space-between' }}
              />
            ))}
          </Box>
        )}
      />
      <TextField
        {...muiField(register('tipPercents'))}
        label={text.tipPercents}
        error={errors.tipPercents !== undefined}
        helperText={errors.tipPercents?.message ?? text.tipPercentsHint}
        slotProps={{ htmlInput: { maxLength: 20, dir: 'ltr' } }}
      />
    </Terms>
  );
}

/** Decision 29, each with an example. */
function ChargeOptions({ control }: { control: Control<BrandingForm> }) {
  const labelId = useId();
  return (
    <div>
      <Typography id={labelId} component="div" variant="subtitle2">
        {text.chargeOptions}
      </Typography>
      <Controller
        control={control}
        name="chargeOptions"
        render={({ field }) => (
          <RadioGroup {...field} aria-labelledby={labelId}>
            {(['once', 'each'] as const).map((way) => (
              <FormControlLabel
                key={way}
                value={way}
                control={<Radio />}
                label={
                  <>
                    {text.chargeWays[way]}
                    <Hint>{text.chargeWays[`${way}Hint`]}</Hint>
                  </>
                }
                sx={{ py: 0.5 }}
              />
            ))}
          </RadioGroup>
        )}
      />
    </div>
  );
}

const filterOptions = createFilterOptions<PhoneCountry>({
  stringify: countrySearchText,
});

function Countries({ control }: { control: Control<BrandingForm> }) {
  return (
    <Controller
      control={control}
      name="countries"
      render={({ field, fieldState }) => (
        <Autocomplete
          multiple
          options={phoneCountries}
          value={phoneCountries.filter(({ code }) => field.value.includes(code))}
          onChange={(_, chosen) => field.onChange(chosen.map(({ code }) => code))}
          onBlur={field.onBlur}
          getOptionLabel={({ name, dialCode }) => `${name} ${dialCode}`}
          getOptionKey={({ code }) => code}
          isOptionEqualToValue={(option, value) => option.code === value.code}
          filterOptions={filterOptions}
          noOptionsText={text.noCountry}
          autoHighlight
          disableCloseOnSelect
          // The list opens inside the page's landmark, not behind it.
          slotProps={{ popper: { container: () => document.querySelector('main') } }}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={field.ref}
              label={text.countries}
              error={fieldState.error !== undefined}
              helperText={fieldState.error?.message ?? text.countriesHint}
            />
          )}
        />
      )}
    />
  );
}
