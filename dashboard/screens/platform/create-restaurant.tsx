import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type UseFormRegisterReturn, useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { outletBands, referralSources } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { Page } from '../../components/shell/page.tsx';
import { bandNames, sourceNames } from '../../components/form/restaurant-choices.ts';
import { phoneCountries } from '../../components/form/phone-countries.ts';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { formWidth } from '../../components/form/form-width.ts';
import { twoColumns } from '../../components/form/two-columns.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { AdminOnly } from './admin-only.tsx';

const text = words.platform.admin;

interface Values {
  name: string;
  outlets: string;
  /** Its English name, as the API takes it. */
  country: string;
  chatfoodInformer: string;
  email: string;
}
const countryNames = Object.fromEntries(phoneCountries.map(({ englishName, name }) => [englishName, name]));
const empty: Values = { name: '', outlets: '', country: '', chatfoodInformer: '', email: '' };

/** The form as the API takes it. */
function newRestaurant({ outlets, chatfoodInformer, email, ...others }: Values) {
  return {
    ...others,
    email: email.trim(),
    outlets: outletBands.find((band) => band === outlets) ?? outletBands[0],
    chatfoodInformer: referralSources.find((source) => source === chatfoodInformer) ?? ('Other' as const),
  };
}

/** /dashboard/create-resturant: creates a restaurant and invites its owner (order-operations 2, decision 26). */
export function CreateRestaurant() {
  return (
    <AdminOnly title={text.create}>
      <Page title={text.create} back={{ to: paths.restaurants(), label: text.restaurants }}>
        <CreateForm />
      </Page>
    </AdminOnly>
  );
}

function CreateForm() {
  const form = useCheckedForm<Values>({
    defaultValues: empty,
    calls: (filled) => [checkedCall('POST /admin/create-restaurant', newRestaurant(filled))],
  });
  const { register, control } = form;
  const { errors } = useFormState({ control });
  const entered = { ...empty, ...useWatch({ control }) };
  const cache = useQueryClient();
  const navigate = useNavigate();
  const labels: Record<keyof Values, string> = {
    name: text.restaurantName,
    outlets: text.numberOfOutlets,
    country: text.country,
    chatfoodInformer: text.howHeard,
    email: text.ownerEmail,
  };
  const missing = Object.entries(labels).flatMap(([field, label]) =>
    entered[field as keyof Values].trim() === '' ? [label] : [],
  );
  const written = (field: 'name' | 'email', maxLength: number) => ({
    ...muiField(register(field)),
    label: labels[field],
    required: true,
    error: errors[field] !== undefined,
    helperText: errors[field]?.message ?? ' ',
    slotProps: { htmlInput: { maxLength } },
  });
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) => client.call('POST /admin/create-restaurant', { body: newRestaurant(filled) })}
        onSaved={({ msg }) => {
          void cache.invalidateQueries({ queryKey: queries.adminRestaurants().queryKey });
          showToast({ place: 'bar', tone: 'ok', text: msg });
          void navigate(paths.restaurants(), { replace: true });
        }}
        errors="operation"
        saveLabel={text.create}
      >
        <Box sx={{ display: 'grid', gap: 1, columnGap: 2, p: 2, pb: 0, gridTemplateColumns: twoColumns() }}>
          <Typography color="textSecondary" sx={{ gridColumn: '1 / -1', mb: 1 }}>
            {text.createHint}
          </Typography>
          <TextField {...written('name', limits.restaurantName)} />
          <Choice field={register('outlets')} label={labels.outlets} options={bandNames} />
          <Choice field={register('country')} label={labels.country} options={countryNames} />
          <Choice field={register('chatfoodInformer')} label={labels.chatfoodInformer} options={sourceNames} />
          <TextField {...written('email', limits.email)} type="email" sx={{ gridColumn: '1 / -1' }} />
        </Box>
      </EntityForm>
    </Card>
  );
}

interface ChoiceProps {
  field: UseFormRegisterReturn;
  label: string;
  /** The names of the choices, by their values. */
  options: Readonly<Record<string, string>>;
}

function Choice({ field, label, options }: ChoiceProps) {
  return (
    <TextField
      {...muiField(field)}
      select
      required
      label={label}
      helperText=" "
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{text.choose}</option>
      {Object.entries(options).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
