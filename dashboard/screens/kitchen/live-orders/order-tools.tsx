import Check from '@mui/icons-material/Check';
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
import { useConnection } from '../../../components/live/live-updates.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { useSoundState } from '../../../components/live/use-new-order-sound.ts';
import type { Connection } from '../../../live/live-updates.ts';
import { words } from '../../../words/words.ts';
import { BusyButton } from '../busy/busy-button.tsx';
import { KitchenFillButton } from '../capacity/kitchen-fill-button.tsx';
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
      <KitchenFillButton />
      <BusyButton />
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
    <Box sx={{ display: 'flex' }} title={kind === 'polling' ? words.general.connection.pollingHint : undefined}>
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
      aria-pressed={isOn}
      startIcon={isOn ? <VolumeUp /> : <VolumeOff />}
      onClick={() => (isOn ? muteSound() : void enableSound())}
    >
      {isOn ? words.kitchen.newOrderSound.on : words.kitchen.newOrderSound.off}
    </Button>
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
      // The tick says that it is so already, and is no command.
      startIcon={isOn ? <Check /> : <Icon />}
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
