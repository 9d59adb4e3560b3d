import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import { bandNames, sourceNames } from '../../../components/form/restaurant-choices.ts';
import { ChoiceField } from './choice-field.tsx';
import { CountryField } from './country-field.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { PasswordField } from '../password-field.tsx';
import type { SignUpField, SignUpForm } from './sign-up-form.ts';

const text = words.accounts.signUp;

type StepProps = { form: UseFormReturn<SignUpForm> };

/** Step 1. */
export function RestaurantInfo({ form }: StepProps) {
  const { register, control, getValues, setValue } = form;
  const errorOf = useErrors(form);
  return (
    <Fields>
      <TextField
        {...muiField(register('restaurant'))}
        label={text.restaurant}
        error={errorOf('restaurant') !== undefined}
        helperText={errorOf('restaurant') ?? ' '}
        autoComplete="organization"
        slotProps={{ htmlInput: { maxLength: limits.restaurantName } }}
      />
      <ChoiceField field={register('outlets')} label={text.outlets} options={bandNames} error={errorOf('outlets')} />
      <CountryField
        control={control}
        name="countries"
        label={text.country}
        error={errorOf('countries')}
        autoComplete="country-name"
        onChosen={(code, before) => {
          // The dial code follows the country until somebody has chosen another one.
          const dialCode = getValues('countryCode');
          if (dialCode === '' || dialCode === before) setValue('countryCode', code);
        }}
      />
      <ChoiceField
        field={register('chatfoodInformer')}
        label={text.informer}
        options={sourceNames}
        error={errorOf('chatfoodInformer')}
      />
    </Fields>
  );
}

/** Step 2. */
export function AccountSetup({ form }: StepProps) {
  const { register, control } = form;
  const errorOf = useErrors(form);
  const textField = (field: 'firstName' | 'lastName' | 'mobileNo' | 'email') => ({
    ...muiField(register(field)),
    error: errorOf(field) !== undefined,
    helperText: errorOf(field) ?? ' ',
  });
  const name = { htmlInput: { maxLength: limits.name } };
  return (
    <Fields>
      <TextField {...textField('firstName')} label={text.firstName} autoComplete="given-name" slotProps={name} />
      <TextField {...textField('lastName')} label={text.lastName} autoComplete="family-name" slotProps={name} />
      <CountryField
        control={control}
        name="countryCode"
        label={text.countryCode}
        error={errorOf('countryCode')}
        autoComplete="tel-country-code"
      />
      <TextField
        {...textField('mobileNo')}
        type="tel"
        label={text.mobile}
        autoComplete="tel-national"
        slotProps={{ htmlInput: { maxLength: limits.phone } }}
      />
      <TextField
        {...textField('email')}
        type="email"
        label={words.accounts.signIn.email}
        autoComplete="email"
        slotProps={{ htmlInput: { maxLength: limits.email } }}
      />
      <PasswordField
        field={register('password')}
        error={errorOf('password')}
        hint={text.passwordHint}
        autoComplete="new-password"
      />
    </Fields>
  );
}

/** The error message of each field. `form` itself stays the same object, so its state is subscribed to here. */
function useErrors({ control }: UseFormReturn<SignUpForm>) {
  const { errors } = useFormState({ control });
  return (field: SignUpField) => errors[field]?.message;
}

function Fields({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: twoColumns('12rem'), alignItems: 'start' }}
    >
      {children}
    </Box>
  );
}
