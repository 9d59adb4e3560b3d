import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { OutletId } from '#contract/base/ids.ts';
import { useWatchedOutlets } from '../../../components/live/use-devices.ts';
import { watchOutlets } from '../../../live/device.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';

const text = words.kitchen.devices;

/** Whose orders this device rings for: a tablet at one outlet need not ring for another. Nothing to choose where there is one. */
export function RingsFor() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const watched = useWatchedOutlets();
  if (outlets.length < 2 && watched === null) return null;
  return (
    <TextField
      select
      label={text.ringsFor}
      value={watched?.[0] ?? ''}
      helperText={null}
      onChange={({ target: { value } }) => watchOutlets(value === '' ? null : [value as OutletId])}
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
