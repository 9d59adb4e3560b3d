import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import type { Position } from './leaflet-map.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { PlaceMap } from './place-map.tsx';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import {
  addressAt,
  addressField,
  type AddressForm,
  addressOf,
  addressRequest,
  missingOfAddress,
  pinOf,
} from './address-form.ts';
import { ArabicField } from '../../../components/form/arabic-field.tsx';
import { PlaceSearch } from './place-search.tsx';
import { useOnward } from '../wizard/use-wizard.ts';
import { OutletStepPage } from '../wizard/wizard-page.tsx';

const text = words.outlets.address;

/** /dashboard/outlets/create/address and /dashboard/outlets/edit/address */
export function Address() {
  return <OutletStepPage step="address">{(outlet) => <AddressFields outlet={outlet} />}</OutletStepPage>;
}

function AddressFields({ outlet }: { outlet: Outlet }) {
  const { country } = useRestaurant();
  const onward = useOnward('address');
  const values = addressOf(outlet);
  const form = useCheckedForm<AddressForm>({
    defaultValues: values,
    calls: (filled) => [checkedCall('PUT /outlet/update-outlet/:id', { address: addressRequest(filled) })],
    fieldOf: addressField,
  });
  const { refill } = useRefill(form, values);
  const { register, control, formState, setValue, getValues } = form;
  const { errors } = formState;
  const entered = { ...values, ...useWatch({ control }) };
  const pin = pinOf(entered);
  const enter = (changes: Partial<AddressForm>) => {
    for (const [field, value] of Object.entries(changes)) {
      setValue(field as keyof AddressForm, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    }
  };
  const movePin = ({ latitude, longitude }: Position) =>
    enter({ latitude: String(latitude), longitude: String(longitude) });
  return (
    <Card sx={{ overflow: 'visible' }}>
      <PlaceSearch onPlace={(place) => enter(addressAt(place, getValues()))} />
      <EntityForm
        form={form}
        missing={missingOfAddress(entered)}
        save={(filled) =>
          client.call('PUT /outlet/update-outlet/:id', {
            params: { id: outlet._id },
            form: { address: addressRequest(filled) },
          })
        }
        onSaved={({ outlet: saved, msg }) => {
          refill(addressOf(saved));
          showToast({ place: 'bar', tone: 'ok', text: msg });
          onward(saved);
        }}
        errors="outlets"
        fieldOf={addressField}
      >
        <Box sx={{ display: 'grid', gap: 1, px: 2, pt: 2 }}>
          <TextField
            {...muiField(register('location'))}
            label={text.location}
            required
            autoComplete="street-address"
            error={errors.location !== undefined}
            helperText={errors.location?.message ?? text.locationHint}
            slotProps={{ htmlInput: { maxLength: limits.addressPart } }}
          />
          <TextField
            {...muiField(register('area'))}
            label={text.area}
            required
            autoComplete="address-level3"
            error={errors.area !== undefined}
            helperText={errors.area?.message ?? text.areaHint}
            slotProps={{ htmlInput: { maxLength: limits.addressPart } }}
          />
          <ArabicField
            field={register('locationArabic')}
            label={text.locationArabic}
            error={errors.locationArabic?.message}
            most={limits.addressPart}
          />
          <ArabicField
            field={register('areaArabic')}
            label={text.areaArabic}
            error={errors.areaArabic?.message}
            most={limits.addressPart}
          />
          <PlaceMap pin={pin} country={country} onMove={movePin} />
          <Box
            sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns('8rem'), alignItems: 'start' }}
          >
            <NumberField
              field={register('latitude')}
              label={text.latitude}
              error={errors.latitude?.message}
              hint={text.coordinatesHint}
              isDecimal
            />
            <NumberField
              field={register('longitude')}
              label={text.longitude}
              error={errors.longitude?.message}
              isDecimal
            />
          </Box>
          {pin !== null && (
            <Box>
              <Button
                type="button"
                onClick={() => enter({ latitude: '', longitude: '' })}
                sx={{ px: 1, marginInlineStart: -1 }}
              >
                {text.removePin}
              </Button>
            </Box>
          )}
        </Box>
      </EntityForm>
    </Card>
  );
}
