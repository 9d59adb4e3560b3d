import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { OutletId } from '#contract/base/ids.ts';
import { useAttendedOutlets } from '../../../components/live/use-devices.ts';
import { attendOutlets } from '../../../live/device.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';

const text = words.kitchen.devices;

/**
 * The outlets that this device rings for: a tablet at one outlet need not ring for another. Hidden where there is
 * only one outlet.
 */
export function AttendedOutletsField() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const attended = useAttendedOutlets();
  if (outlets.length < 2 && attended === null) return null;
  return (
    <TextField
      select
      label={text.ringsFor}
      value={attended?.[0] ?? ''}
      helperText={null}
      onChange={({ target: { value } }) => attendOutlets(value === '' ? null : [value as OutletId])}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{text.allOutlets}</option>
      {outlets.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
