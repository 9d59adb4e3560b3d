import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { BulkDialog, type BulkTaskProps } from './bulk-dialog.tsx';

const text = words.menu.items;
const EVERYWHERE = '';

/** Switches the ticked items on or off, at one outlet or at all. */
export function BulkAvailability(props: BulkTaskProps) {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const [outletChoice, setOutletChoice] = useState(EVERYWHERE);
  const [isAvailable, setAvailable] = useState<boolean | null>(null);
  const change =
    isAvailable === null
      ? null
      : {
          kind: 'availability' as const,
          isAvailable,
          ...(outletChoice !== EVERYWHERE && { outletId: outletChoice as OutletId }),
        };
  return (
    <BulkDialog {...props} title={text.bulkAvailabilityTitle({ count: props.items.length })} change={change}>
      <TextField
        select
        label={text.bulkWhere}
        value={outletChoice}
        helperText={null}
        onChange={(event) => setOutletChoice(event.target.value)}
        slotProps={{ select: { native: true } }}
      >
        <option value={EVERYWHERE}>{text.bulkEverywhere}</option>
        {outlets.map((outlet) => (
          <option key={outlet._id} value={outlet._id}>
            {outlet.name}
          </option>
        ))}
      </TextField>
      <RadioGroup
        aria-label={text.availability}
        value={isAvailable === null ? '' : String(isAvailable)}
        onChange={(_, value) => setAvailable(value === 'true')}
      >
        <FormControlLabel value="true" control={<Radio />} label={text.available} />
        <FormControlLabel value="false" control={<Radio />} label={text.soldOut} />
      </RadioGroup>
    </BulkDialog>
  );
}
