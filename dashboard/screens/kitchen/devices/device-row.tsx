import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import NightlightOutlined from '@mui/icons-material/NightlightOutlined';
import VolumeOff from '@mui/icons-material/VolumeOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Device } from '#contract/kitchen/escalation.ts';
import type { DeviceState } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { deviceText } from '../../../components/live/device-words.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { commaList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.kitchen.devices;

const well = { Icon: CheckCircleOutlined, color: 'success.main', background: 'tone.okSoft' };
const warning = { color: 'warning.main', background: 'tone.warnSoft' };
const looks = {
  ready: well,
  slow: { ...well, ...warning },
  background: { Icon: NightlightOutlined, ...warning },
  muted: { Icon: VolumeOff, ...warning },
  locked: { Icon: VolumeOff, color: 'error.main', background: 'tone.errorSoft' },
  silent: { Icon: CloudOffOutlined, color: 'error.main', background: 'tone.errorSoft' },
  closed: { Icon: CloudOffOutlined, color: 'text.secondary', background: 'tone.subtle' },
} satisfies Record<DeviceState, unknown>;

interface DeviceRowProps {
  device: Device;
  isOwn: boolean;
  onRenamed: () => void;
}

/** One device: its name, which anybody may change, how it is, and what it rings for. */
export function DeviceRow({ device, isOwn, onRenamed }: DeviceRowProps) {
  const [isNaming, setNaming] = useState(false);
  const { data: outlets = [] } = useQuery(queries.outlets());
  const ids = device.outletIds;
  const ringsFor = ids === null ? [] : outlets.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name);
  return (
    <Box component="li" sx={{ py: 1, borderBlockEnd: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}>
      {isNaming ? (
        <NameForm
          device={device}
          onDone={(isSaved) => {
            setNaming(false);
            if (isSaved) onRenamed();
          }}
        />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{device.name}</Typography>
          {isOwn && <Hint>{text.thisDevice}</Hint>}
          <Box sx={{ marginInlineStart: 'auto', display: 'flex', alignItems: 'center', gap: 1 }}>
            <Mark {...looks[device.state]}>{deviceText(device)}</Mark>
            <IconButton aria-label={text.rename({ name: device.name })} onClick={() => setNaming(true)}>
              <EditOutlined />
            </IconButton>
          </Box>
        </Box>
      )}
      {device.state === 'muted' && <Hint>{text.mutedHint}</Hint>}
      {ringsFor.length > 0 && (
        <Hint>
          {text.ringsFor} {commaList(ringsFor)}
        </Hint>
      )}
    </Box>
  );
}

function NameForm({ device, onDone }: { device: Device; onDone: (isSaved: boolean) => void }) {
  const form = useCheckedForm<{ name: string }>({
    defaultValues: { name: device.name },
    calls: (filled) => [checkedCall('POST /device/rename/:id', filled)],
  });
  const { register, handleSubmit, setFocus } = form;
  const problem = form.formState.errors.name?.message;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const saving = useMutation({
    mutationFn: (body: { name: string }) =>
      client.call('POST /device/rename/:id', { params: { id: device._id }, body }),
    onSuccess: () => onDone(true),
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void save(event)}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, pt: 1 }}
    >
      <TextField
        {...muiField(register('name'))}
        label={text.name}
        error={problem !== undefined}
        helperText={problem ?? null}
        slotProps={{ htmlInput: { maxLength: limits.deviceName, autoComplete: 'off' } }}
        sx={{ flex: '1 1 160px' }}
      />
      <Button type="submit" variant="contained">
        {text.save}
      </Button>
      <Button onClick={() => onDone(false)}>{text.cancel}</Button>
    </Box>
  );
}
