import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import SyncProblem from '@mui/icons-material/SyncProblem';
import Sync from '@mui/icons-material/Sync';
import TabletOutlined from '@mui/icons-material/TabletOutlined';
import VolumeOff from '@mui/icons-material/VolumeOff';
import VolumeUp from '@mui/icons-material/VolumeUp';
import WifiOff from '@mui/icons-material/WifiOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type SvgIcon from '@mui/material/SvgIcon';
import { useState } from 'react';
import { enableSound, muteSound } from '../../../live/new-order-sound.ts';
import { useIsReadOnly } from '../../../components/feedback/editing-area.tsx';
import { Band } from '../../../components/shell/band.tsx';
import { countRinging, silenceReason } from '../devices/device-words.ts';
import { useConnection } from '../../../components/live/live-updates.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { useSoundState } from '../../../components/live/use-new-order-sound.ts';
import { useDevices } from '../../../components/live/use-devices.ts';
import type { Connection } from '../../../live/live-updates.ts';
import { words } from '../../../words/words.ts';
import { DevicesButton } from '../devices/devices-dialog.tsx';
import { canKeepScreenOn, useWakeLock } from './use-wake-lock.ts';

/** Beside the heading of Live orders: how the line stands, the sound, the size, the screen. */
export function OrderTools({ isLarge, onLarge }: { isLarge: boolean; onLarge: (isLarge: boolean) => void }) {
  const [keepsScreenOn, setKeepsScreenOn] = useState(true);
  useWakeLock(keepsScreenOn);
  return (
    <>
      <ConnectionMark />
      <SoundButton />
      <DevicesButton />
      {/* Screens this narrow are large already. */}
      <Toggle Icon={TabletOutlined} isOn={isLarge} onChange={onLarge} from="lg">
        {words.kitchen.liveOrders.kitchenSize}
      </Toggle>
      {canKeepScreenOn && (
        <Toggle Icon={LightModeOutlined} isOn={keepsScreenOn} onChange={setKeepsScreenOn} from="lg">
          {words.kitchen.liveOrders.keepScreenOn}
        </Toggle>
      )}
    </>
  );
}

const connectionLooks: Record<
  Connection['kind'],
  { Icon: typeof SvgIcon; color: string; background: string; text: string }
> = {
  live: {
    Icon: CheckCircleOutlined,
    color: 'success.main',
    background: 'tone.okSoft',
    text: words.general.connection.live,
  },
  connecting: {
    Icon: Sync,
    color: 'text.secondary',
    background: 'tone.subtle',
    text: words.general.connection.connecting,
  },
  polling: {
    Icon: SyncProblem,
    color: 'warning.main',
    background: 'tone.warnSoft',
    text: words.general.connection.polling,
  },
  lost: { Icon: WifiOff, color: 'error.main', background: 'tone.errorSoft', text: words.general.connection.lost },
};

export function ConnectionMark() {
  const { kind } = useConnection();
  const { text, ...look } = connectionLooks[kind];
  return (
    <Box title={kind === 'polling' ? words.general.connection.pollingHint : undefined}>
      <Mark {...look}>{text}</Mark>
    </Box>
  );
}

/** Its words say how it is, so that a silent tablet shows it (M02). */
export function SoundButton() {
  const sound = useSoundState();
  if (sound === 'locked') return null;
  const isOn = sound === 'on';
  return (
    <Button
      variant="outlined"
      color={isOn ? 'inherit' : 'warning'}
      startIcon={isOn ? <VolumeUp /> : <VolumeOff />}
      onClick={() => (isOn ? muteSound() : void enableSound())}
    >
      {isOn ? words.kitchen.newOrderSound.on : words.kitchen.newOrderSound.off}
    </Button>
  );
}

/**
 * Stands above the orders until somebody has touched this device, before which its browser plays nothing, and whenever no device of
 * the restaurant rings.
 */
export function SoundBand() {
  const sound = useSoundState();
  const devices = useDevices();
  const isNone = countRinging(devices)?.ringing === 0;
  const isSupportAccess = useIsReadOnly();
  // A support view rings for nobody.
  if (isSupportAccess || sound === 'on' || (sound === 'off' && !isNone)) return null;
  if (isNone) {
    return (
      <Band
        tone="error"
        Icon={VolumeOff}
        action={
          <Button variant="contained" color="error" onClick={() => void enableSound()}>
            {sound === 'locked' ? words.kitchen.newOrderSound.enable : words.kitchen.devices.turnOn}
          </Button>
        }
      >
        <output>
          <strong>{words.kitchen.devices.none}</strong>
          {' · '}
          {sound === 'locked' ? words.kitchen.newOrderSound.isOff : silenceReason(devices ?? []).join(' · ')}
        </output>
      </Band>
    );
  }
  return (
    <Band
      tone="warn"
      Icon={VolumeOff}
      action={
        <Button variant="contained" color="warning" onClick={() => void enableSound()}>
          {words.kitchen.newOrderSound.enable}
        </Button>
      }
    >
      {words.kitchen.newOrderSound.isOff}
    </Band>
  );
}

interface ToggleProps {
  Icon: typeof SvgIcon;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Where there is room for it. */
  from: 'xs' | 'lg';
  children: string;
}

function Toggle({ Icon, isOn, onChange, from, children }: ToggleProps) {
  return (
    <Button
      variant="outlined"
      color={isOn ? 'primary' : 'inherit'}
      aria-pressed={isOn}
      startIcon={<Icon />}
      onClick={() => onChange(!isOn)}
      sx={{
        display: { xs: from === 'xs' ? undefined : 'none', lg: 'inline-flex' },
        ...(isOn && { bgcolor: 'tone.primarySoft' }),
      }}
    >
      {children}
    </Button>
  );
}
