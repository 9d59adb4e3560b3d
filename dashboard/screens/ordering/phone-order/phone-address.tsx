import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { words } from '../../../words/words.ts';
import type { PhoneDraft } from './phone-draft.ts';

const text = words.ordering.phoneOrder;

interface PhoneAddressProps {
  draft: PhoneDraft;
  onChange: (part: Partial<PhoneDraft>) => void;
}

/** Where to deliver: one of the doors that the guest has saved, or another one. */
export function PhoneAddress({ draft, onChange }: PhoneAddressProps) {
  const { data: areas = [] } = useQuery(queries.deliveryAreas(draft.outletId));
  const { data: found } = useQuery({
    queryKey: ['phone guest', draft.phone, draft.customerId],
    queryFn: ({ signal }) => client.call('POST /order/find-phone-guest', { body: { phone: draft.phone }, signal }),
    enabled: draft.customerId !== null,
    gcTime: 0,
  });
  const addresses = (draft.customerId === null ? null : found?.guest)?.addresses ?? [];
  return (
    <>
      {addresses.length > 0 && (
        <RadioGroup
          aria-label={text.address}
          value={draft.saved?._id ?? ''}
          onChange={(_, id) => onChange({ saved: addresses.find(({ _id }) => _id === id) ?? null })}
        >
          {addresses.map(({ _id, location, floor, areaName }) => (
            <FormControlLabel
              key={_id}
              value={_id}
              control={<Radio />}
              label={text.savedAddress({ location, floor, area: areaName })}
              sx={{ minHeight: 'var(--control)' }}
            />
          ))}
          <FormControlLabel
            value=""
            control={<Radio />}
            label={text.otherAddress}
            sx={{ minHeight: 'var(--control)' }}
          />
        </RadioGroup>
      )}
      {draft.saved === null && (
        <>
          <TextField
            select
            label={text.area}
            value={draft.areaId ?? ''}
            onChange={({ target }) => onChange({ areaId: target.value as DeliveryAreaId })}
          >
            {areas.map(({ _id, areaName }) => (
              <MenuItem key={_id} value={_id}>
                {areaName}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={text.location}
            value={draft.location}
            onChange={({ target }) => onChange({ location: target.value })}
            slotProps={{ htmlInput: { maxLength: limits.addressPart, autoComplete: 'off' } }}
          />
          <TextField
            label={text.floor}
            value={draft.floor}
            onChange={({ target }) => onChange({ floor: target.value })}
            slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
          />
        </>
      )}
    </>
  );
}
