import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushDevice } from '#contract/kitchen/push-devices.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { useAttendedOutlets } from '../../../components/live/use-devices.ts';
import { useMayEdit } from '../../../components/shell/restaurant.tsx';
import { allowPush, endPush, type PushState, readPushState } from '../../../live/push.ts';
import { momentText } from '../../../words/dates.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';

const text = words.kitchen.push;

const devicesQuery = queryOptions({
  queryKey: ['push devices'],
  queryFn: ({ signal }) => client.call('GET /device/push-devices', { signal }),
  staleTime: 0,
});
const stateQuery = queryOptions({ queryKey: ['push state'], queryFn: readPushState, staleTime: 0 });

/** The devices that are told of orders while Order Manager is closed there, and whether this is one of them. */
export function PushSection() {
  const { data, error, refetch } = useQuery(devicesQuery);
  const { data: state } = useQuery(stateQuery);
  return (
    <Box component="section" aria-label={text.title} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle2" component="h3">
        {text.title}
      </Typography>
      <Hint>{text.hint}</Hint>
      {data === undefined || state === undefined ? (
        error === null ? (
          <LoadingBlock height={96} />
        ) : (
          <Failure error={error} place="operation" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <DeviceList devices={data.devices} />
          <OwnDevice own={data.devices.find(({ isOwn }) => isOwn)} state={state} publicKey={data.publicKey} />
        </>
      )}
    </Box>
  );
}

function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
  if (devices.length === 0) return <Typography>{text.none}</Typography>;
  return (
    <Box
      component="ul"
      aria-label={text.title}
      sx={{ listStyle: 'none', m: 0, p: 0, borderBlockStart: 1, borderColor: 'divider' }}
    >
      {devices.toSorted(ownFirst).map((device) => (
        <DeviceItem key={device._id} device={device} />
      ))}
    </Box>
  );
}

function ownFirst(one: PushDevice, other: PushDevice): number {
  return Number(other.isOwn) - Number(one.isOwn);
}

function DeviceItem({ device }: { device: PushDevice }) {
  const mayEdit = useMayEdit();
  const removing = useRemoval();
  const { name, person, isOwn, lastSentAt } = device;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderBlockEnd: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Hint>
          {isOwn ? words.kitchen.devices.thisDevice : person} ·{' '}
          {lastSentAt === null ? text.never : text.last({ at: momentText(lastSentAt) })}
        </Hint>
      </Box>
      {mayEdit && !isOwn && (
        <Button
          variant="outlined"
          aria-label={text.removeName({ name, person })}
          onClick={() => {
            if (!removing.isPending) removing.mutate(device);
          }}
        >
          {text.remove}
        </Button>
      )}
    </Box>
  );
}

interface OwnDeviceProps {
  own: PushDevice | undefined;
  state: PushState;
  publicKey: string;
}

/** The button of this device, or why there is none. */
function OwnDevice({ own, state, publicKey }: OwnDeviceProps) {
  const outletIds = useAttendedOutlets();
  const cache = useQueryClient();
  const removing = useRemoval();
  const allowing = useMutation({
    mutationFn: () => allowPush(publicKey, outletIds),
    onSuccess: (isAllowed) =>
      showToast(
        isAllowed
          ? { place: 'bar', tone: 'ok', text: text.allowed }
          : { place: 'toast', tone: 'error', text: text.notAllowed },
      ),
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: problemText(error) }),
    onSettled: () => refresh(cache),
  });
  if (own !== undefined)
    return (
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<NotificationsOffOutlined />}
        onClick={() => {
          if (!removing.isPending) removing.mutate(own);
        }}
        sx={{ justifySelf: 'start' }}
      >
        {text.stop}
      </Button>
    );
  if (state === 'unsupported' || state === 'home_screen' || state === 'denied')
    return <Typography component="output">{text.obstacles[state]}</Typography>;
  return (
    <Button
      variant="outlined"
      startIcon={<NotificationsActiveOutlined />}
      onClick={() => {
        if (!allowing.isPending) allowing.mutate();
      }}
      sx={{ justifySelf: 'start' }}
    >
      {text.allow}
    </Button>
  );
}

function useRemoval() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id, isOwn }: PushDevice) => {
      await client.call('DELETE /device/remove-push-device/:id', { params: { id: _id } });
      if (isOwn) await endPush();
    },
    onSuccess: () => showToast({ place: 'bar', tone: 'ok', text: text.removed }),
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
    onSettled: () => refresh(cache),
  });
}

function refresh(cache: ReturnType<typeof useQueryClient>): Promise<unknown> {
  return Promise.all([devicesQuery, stateQuery].map(({ queryKey }) => cache.invalidateQueries({ queryKey })));
}

/** A browser that cannot reach its push service says so in words of its own, in English. */
function problemText(error: unknown): string {
  return error instanceof DOMException ? text.browserFailed : errorText(error, 'operation');
}
