import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { noteTouch } from '../../../components/shell/use-idle-lock.ts';
import { client } from '../../../api/api.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { Section } from '../../../components/shell/section.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { PasswordField } from '../password-field.tsx';
import { sayProblems } from '../../../words/say-answer.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.accounts.sharedTablet;
const minutesOffered = [1, 2, limits.lockMinutesDefault, 10, 30, 60];
const narrow = { display: 'grid', gap: 1, maxInlineSize: 420 } as const;

/** The PIN of who is signed in, and whether this device is shared (ST-06). */
export function TabletSection() {
  const { data: me } = useQuery(queries.me());
  const { data: tablet } = useQuery(queries.tablet());
  if (me === undefined || tablet === undefined) return null;
  return (
    <Section heading={text.section}>
      <Typography color="textSecondary">{text.sectionHint}</Typography>
      {me.tablet !== undefined ? (
        <StopForm />
      ) : (
        <>
          <PinForm hasPin={tablet.hasPin} />
          {tablet.hasPin && <ShareForm />}
        </>
      )}
    </Section>
  );
}

function useChange<Body>(
  call: (body: Body) => Promise<{ msg: string }>,
  onWrong: (fields: Record<string, string>) => void,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      return cache.invalidateQueries();
    },
    onError: (error) => {
      const fields = error instanceof CallError ? error.answer?.fields : undefined;
      if (fields === undefined) showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
      else onWrong(sayProblems(fields));
    },
  });
}

function PinForm({ hasPin }: { hasPin: boolean }) {
  const form = useCheckedForm<{ pin: string; password: string }>({
    defaultValues: { pin: '', password: '' },
    calls: (filled) => [checkedCall('POST /auth/set-pin', filled)],
    ownProblems: (filled) => emptyFields(filled, { password: words.accounts.signIn.passwordRequired }),
  });
  const { errors } = form.formState;
  const setting = useChange(
    (body: { pin: string; password: string }) => client.call('POST /auth/set-pin', { body }),
    ({ password, pin }) => {
      if (password !== undefined) form.setError('password', { message: password });
      if (pin !== undefined) form.setError('pin', { message: pin });
    },
  );
  const set = form.handleSubmit((body) => {
    if (!setting.isPending) setting.mutate(body, { onSuccess: () => form.setValue('pin', '') });
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void set(event)} sx={narrow}>
      <TextField
        {...muiField(form.register('pin'))}
        type="password"
        label={hasPin ? text.newPin : text.yourPin}
        error={errors.pin !== undefined}
        helperText={errors.pin?.message ?? text.pinRule}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
      />
      <PasswordField
        field={form.register('password')}
        label={words.accounts.secondFactor.password}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="outlined">
          {text.setPin}
        </Button>
      </div>
    </Box>
  );
}

function ShareForm() {
  const form = useCheckedForm<{ lockMinutes: string }>({
    defaultValues: { lockMinutes: String(limits.lockMinutesDefault) },
    calls: ({ lockMinutes }) => [checkedCall('POST /auth/share-tablet', { lockMinutes: Number(lockMinutes) })],
  });
  const sharing = useChange(
    (lockMinutes: number) => client.call('POST /auth/share-tablet', { body: { lockMinutes } }),
    () => undefined,
  );
  const share = form.handleSubmit(({ lockMinutes }) => {
    if (sharing.isPending) return;
    // The last touch that was noted may be of days ago, when the tablet was shared before.
    noteTouch();
    sharing.mutate(Number(lockMinutes));
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void share(event)} sx={narrow}>
      <TextField
        {...muiField(form.register('lockMinutes'))}
        select
        label={text.lockAfter}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {minutesOffered.map((minutes) => (
          <option key={minutes} value={minutes}>
            {text.minutes({ minutes })}
          </option>
        ))}
      </TextField>
      <div>
        <Button type="submit" variant="outlined">
          {text.share}
        </Button>
      </div>
    </Box>
  );
}

function StopForm() {
  const form = useCheckedForm<{ password: string }>({
    defaultValues: { password: '' },
    calls: (filled) => [checkedCall('POST /auth/unshare-tablet', filled)],
    ownProblems: (filled) => emptyFields(filled, { password: words.accounts.signIn.passwordRequired }),
  });
  const stopping = useChange(
    (body: { password: string }) => client.call('POST /auth/unshare-tablet', { body }),
    ({ password }) => form.setError('password', { message: password ?? '' }),
  );
  const stop = form.handleSubmit((body) => {
    if (!stopping.isPending) stopping.mutate(body);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void stop(event)} sx={narrow}>
      <Typography>{text.isShared}</Typography>
      <PasswordField
        field={form.register('password')}
        label={text.ownersPassword}
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="outlined" color="error">
          {text.stop}
        </Button>
      </div>
    </Box>
  );
}
