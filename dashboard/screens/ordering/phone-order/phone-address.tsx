import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';
import type { PhoneDraft } from './phone-draft.ts';

const text = words.ordering.phoneOrder;

interface PhoneAddressProps {
  draft: PhoneDraft;
  onChange: (part: Partial<PhoneDraft>) => void;
}

/** Where to deliver: one of the doors that the guest has saved, or another one. */
export function PhoneAddress({ draft, onChange }: PhoneAddressProps) {
  const { data: areas = [], error, refetch } = useQuery(queries.deliveryAreas(draft.outletId));
  const named = areas.filter(({ shape }) => shape === undefined);
  const hasPostcodes = areas.some(({ shape }) => shape?.kind === 'postcodes');
  const hasDrawn = areas.some(({ shape }) => shape !== undefined && shape.kind !== 'postcodes');
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
          {error !== null && <Failure error={error} place="operation" onRetry={() => void refetch()} />}
          {named.length > 0 && (
            <TextField
              select
              label={text.area}
              value={draft.areaId ?? ''}
              helperText={null}
              onChange={({ target }) => onChange({ areaId: target.value as DeliveryAreaId })}
              slotProps={{ select: { native: true } }}
            >
              <option value="" disabled>
                {text.chooseArea}
              </option>
              {named.map(({ _id, areaName }) => (
                <option key={_id} value={_id}>
                  {areaName}
                </option>
              ))}
            </TextField>
          )}
          {hasPostcodes && (
            <TextField
              label={text.postcode}
              value={draft.postcode}
              helperText={null}
              onChange={({ target }) => onChange({ postcode: target.value })}
              slotProps={{ htmlInput: { maxLength: limits.postcode, autoComplete: 'off' } }}
            />
          )}
          {hasDrawn && <Hint>{text.drawnZones}</Hint>}
          <TextField
            label={text.location}
            value={draft.location}
            helperText={null}
            onChange={({ target }) => onChange({ location: target.value })}
            slotProps={{ htmlInput: { maxLength: limits.addressPart, autoComplete: 'off' } }}
          />
          <TextField
            label={text.floor}
            value={draft.floor}
            helperText={null}
            onChange={({ target }) => onChange({ floor: target.value })}
            slotProps={{ htmlInput: { maxLength: limits.name, autoComplete: 'off' } }}
          />
        </>
      )}
    </>
  );
}
