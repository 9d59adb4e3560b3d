import Backspace from '@mui/icons-material/BackspaceOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { TabletPerson } from '#contract/accounts/shared-tablet.ts';
import { LoadingBlock } from '../feedback/loading-block.tsx';
import { client } from '../../api/api.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../feedback/failure.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.accounts.sharedTablet;
const mostDigits = 6;
const leastDigits = 4;

/** First the name, then the PIN: by finger on the pad, or by keyboard. It is there as long as it is drawn. */
export function SwitchDialog({ onClose }: { onClose: () => void }) {
  const tablet = useQuery({ ...queries.tablet(), staleTime: 0 });
  const [person, setPerson] = useState<TabletPerson | null>(null);
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{person === null ? text.who : text.pinOf({ name: person.name })}</DialogTitle>
      <DialogContent sx={{ pt: 0 }}>
        {person !== null ? (
          <PinPad person={person} onDone={onClose} />
        ) : tablet.data !== undefined ? (
          <People people={tablet.data.people} onChoose={setPerson} />
        ) : tablet.isError ? (
          <Failure error={tablet.error} place="setup" onRetry={() => void tablet.refetch()} />
        ) : (
          <LoadingBlock height={160} />
        )}
      </DialogContent>
      <DialogActions>
        {person !== null && <Button onClick={() => setPerson(null)}>{text.others}</Button>}
        <Button onClick={onClose}>{text.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface PeopleProps {
  people: readonly TabletPerson[];
  onChoose: (person: TabletPerson) => void;
}

function People({ people, onChoose }: PeopleProps) {
  return (
    <Box component="ul" aria-label={text.people} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {people.map((person) => (
        <li key={person._id}>
          <Button
            variant="outlined"
            onClick={() => onChoose(person)}
            sx={{ inlineSize: '100%', minHeight: 56, justifyContent: 'flex-start', overflowWrap: 'anywhere' }}
          >
            {person.hasLockedPin ? text.lockedPin({ name: person.name }) : person.name}
          </Button>
        </li>
      ))}
    </Box>
  );
}

function PinPad({ person, onDone }: { person: TabletPerson; onDone: () => void }) {
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const cache = useQueryClient();
  const switching = useMutation({
    mutationFn: () => client.call('POST /auth/switch-person', { body: { userId: person._id, pin } }),
    onSuccess: () => {
      onDone();
      return cache.invalidateQueries();
    },
    onError: (error) => {
      setPin('');
      const answer = error instanceof CallError ? error.answer : null;
      if (answer?.code === 'auth.wrong_pin' || answer?.code === 'auth.pin_locked') setWrong(answer.msg);
      else showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
    },
  });
  const enter = (digits: string) => {
    setWrong(null);
    setPin(digits.replaceAll(/\D/g, '').slice(0, mostDigits));
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (pin.length >= leastDigits && !switching.isPending) switching.mutate();
      }}
      sx={{ display: 'grid', gap: 2, justifyItems: 'center', pt: 1 }}
    >
      <TextField
        type="password"
        label={text.pin}
        value={pin}
        onChange={(event) => enter(event.target.value)}
        error={wrong !== null}
        helperText={wrong ?? ' '}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'none', maxLength: mostDigits, style: { textAlign: 'center' } } }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 72px)', gap: 1 }}>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
          <Key key={digit} onPress={() => enter(pin + digit)}>
            {digit}
          </Key>
        ))}
        <Key label={text.clear} onPress={() => enter('')}>
          <Typography component="span">{text.clearShort}</Typography>
        </Key>
        <Key onPress={() => enter(`${pin}0`)}>0</Key>
        <Key label={text.back} onPress={() => enter(pin.slice(0, -1))}>
          <Backspace />
        </Key>
      </Box>
      <Button type="submit" variant="contained" sx={{ inlineSize: 232, minHeight: 56 }}>
        {text.enter}
      </Button>
    </Box>
  );
}

function Key({ label, onPress, children }: { label?: string; onPress: () => void; children: ReactNode }) {
  return (
    <Button
      variant="outlined"
      aria-label={label}
      onClick={onPress}
      sx={{ minWidth: 0, minHeight: 64, fontSize: '1.375rem', p: 0 }}
    >
      {children}
    </Button>
  );
}
