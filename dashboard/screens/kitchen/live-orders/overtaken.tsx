import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { words } from '../../../words/words.ts';

/** Takes the place of a dialog's form when the order has been moved elsewhere: the next tap must not land on what lies below. */
export function Overtaken({ children, onClose }: { children: string; onClose: () => void }) {
  const sentence = useRef<HTMLParagraphElement>(null);
  // The field that had the focus has gone.
  useEffect(() => sentence.current?.focus(), []);
  return (
    <>
      <DialogContent sx={{ pt: 0 }}>
        <Typography ref={sentence} role="alert" tabIndex={-1} sx={{ outline: 'none' }}>
          {children}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.general.form.close}</Button>
      </DialogActions>
    </>
  );
}
