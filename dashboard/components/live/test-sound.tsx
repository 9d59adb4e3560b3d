import VolumeUp from '@mui/icons-material/VolumeUp';
import Button from '@mui/material/Button';
import { testSound } from '../../live/new-order-sound.ts';
import { words } from '../../words/words.ts';
import { showToast } from '../feedback/toast-store.ts';

/** Plays the sound of a new order once, so that nobody finds out at noon that the tablet is mute (M02). */
export function TestSound() {
  const test = async () => {
    if (!(await testSound()))
      showToast({ place: 'toast', tone: 'error', text: words.kitchen.newOrderSound.testFailed });
  };
  return (
    <Button variant="outlined" startIcon={<VolumeUp />} onClick={() => void test()}>
      {words.kitchen.newOrderSound.test}
    </Button>
  );
}
