import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { countRinging } from '../../../components/live/device-words.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { useMayEdit } from '../../../components/shell/restaurant.tsx';
import { TestSound } from '../../../components/live/test-sound.tsx';
import { useDevices } from '../../../components/live/use-devices.ts';
import { useIsReadOnly } from '../../../components/feedback/editing-area.tsx';
import { sendHeartbeatNow } from '../../../live/heartbeat.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { DeviceRow } from './device-row.tsx';
import { AttendedOutletsField } from './outlets-of-device.tsx';
import { PushSection } from './push-section.tsx';

const text = words.kitchen.devices;

/** How many devices ring, and behind it which, and why the others do not. */
export function DevicesButton() {
  const devices = useDevices();
  const [isOpen, setOpen] = useState(false);
  const count = countRinging(devices);
  if (count === null) return null;
  const { ringing, all } = count;
  return (
    <>
      <Button
        variant="outlined"
        color={ringing === 0 ? 'warning' : 'inherit'}
        aria-label={text.buttonName({ ringing, all })}
        aria-haspopup="dialog"
        startIcon={<DevicesOutlined />}
        onClick={() => setOpen(true)}
      >
        {text.button({ ringing, all })}
      </Button>
      <DevicesDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function DevicesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const devices = useDevices();
  const mayEdit = useMayEdit();
  const isReadOnly = useIsReadOnly();
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{text.title}</DialogTitle>
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2, alignContent: 'start' }}>
        <Hint>{text.hint}</Hint>
        <Box
          component="ul"
          aria-label={text.title}
          sx={{ listStyle: 'none', m: 0, p: 0, borderBlockStart: 1, borderColor: 'divider' }}
        >
          {devices?.map((device, index) => (
            <DeviceRow key={device._id} device={device} isOwn={index === 0} onRenamed={sendHeartbeatNow} />
          ))}
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Typography variant="subtitle2" component="h3">
            {text.thisDevice}
          </Typography>
          <AttendedOutletsField />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <TestSound />
            {mayEdit && (
              <Button component={Link} to={paths.escalation()}>
                {text.toEscalation}
              </Button>
            )}
          </Box>
        </Box>
        {!isReadOnly && <PushSection />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
