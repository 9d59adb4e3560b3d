import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorState, NewFactor } from '#contract/accounts/second-factor.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { checkedCall, emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Page } from '../../../components/shell/page.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { deviceDayText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { CodeField } from './code-field.tsx';
import { NewFactorKey, RecoveryCodes } from './new-factor.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { PasswordField } from '../password-field.tsx';
import { showProblems } from './show-problems.ts';

const text = words.accounts.secondFactor;
const me = words.accounts.account;

/** /dashboard/account/security: the second factor and the passkeys, turned on, kept and turned off (ON-11). */
export function Security() {
  const factor = useQuery(queries.factor());
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const cache = useQueryClient();
  const changed = () => cache.invalidateQueries({ queryKey: queries.factor().queryKey });
  const show = (fresh: readonly string[]) => {
    setCodes(fresh);
    void changed();
  };
  return (
    <Page title={words.accounts.passkeys.page} back={{ to: paths.account(), label: me.title }}>
      {codes !== null ? (
        <Section heading={text.codesTitle}>
          <RecoveryCodes codes={codes} onContinue={() => setCodes(null)} />
        </Section>
      ) : factor.data === undefined ? (
        factor.isError ? (
          <Card>
            <Failure error={factor.error} place="setup" onRetry={() => void factor.refetch()} />
          </Card>
        ) : (
          <LoadingBlock height={180} />
        )
      ) : factor.data.since === null ? (
        <TurnOn onCodes={show} />
      ) : (
        <TurnedOn factor={factor.data} since={factor.data.since} onCodes={show} onChanged={() => void changed()} />
      )}
      <Passkeys />
    </Page>
  );
}

const narrow = { display: 'grid', gap: 1, maxInlineSize: 420 } as const;

function TurnOn({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [begun, setBegun] = useState<NewFactor | null>(null);
  return (
    <Section heading={text.adminTitle}>
      <div>
        <Typography sx={{ fontWeight: 600 }}>{text.isOff}</Typography>
        <Typography color="textSecondary">{text.isOffHint}</Typography>
      </div>
      {begun === null ? <BeginForm onBegun={setBegun} /> : <FirstCode factor={begun} onCodes={onCodes} />}
    </Section>
  );
}

function BeginForm({ onBegun }: { onBegun: (factor: NewFactor) => void }) {
  const form = useCheckedForm<{ password: string }>({
    defaultValues: { password: '' },
    calls: (filled) => [checkedCall('POST /auth/set-up-factor', filled)],
    ownProblems: (filled) => emptyFields(filled, { password: words.accounts.signIn.passwordRequired }),
  });
  const beginning = useMutation({
    mutationFn: (body: { password: string }) => client.call('POST /auth/set-up-factor', { body }),
    onSuccess: onBegun,
    onError: (error) => showProblems(form, error),
  });
  const begin = form.handleSubmit((body) => {
    if (!beginning.isPending) beginning.mutate(body);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void begin(event)} sx={narrow}>
      <PasswordField
        field={form.register('password')}
        label={text.password}
        error={form.formState.errors.password?.message}
        hint={text.passwordHint}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="contained">
          {text.setUp}
        </Button>
      </div>
    </Box>
  );
}

function FirstCode({ factor, onCodes }: { factor: NewFactor; onCodes: (codes: readonly string[]) => void }) {
  const form = useCheckedForm<{ code: string }>({
    defaultValues: { code: '' },
    calls: (filled) => [checkedCall('POST /auth/confirm-factor', filled)],
    ownProblems: (filled) => emptyFields(filled, { code: text.codeRequired }),
  });
  const confirming = useMutation({
    mutationFn: (body: { code: string }) => client.call('POST /auth/confirm-factor', { body }),
    onSuccess: ({ recoveryCodes }) => {
      showToast({ place: 'bar', tone: 'ok', text: text.isOnNow });
      onCodes(recoveryCodes);
    },
    onError: (error) => showProblems(form, error),
  });
  const confirm = form.handleSubmit((body) => {
    if (!confirming.isPending) confirming.mutate(body);
  });
  return (
    <>
      <NewFactorKey factor={factor} />
      <Box component="form" noValidate onSubmit={(event) => void confirm(event)} sx={narrow}>
        <CodeField field={form.register('code')} error={form.formState.errors.code?.message} isAppOnly />
        <div>
          <Button type="submit" variant="contained">
            {text.turnOn}
          </Button>
        </div>
      </Box>
    </>
  );
}

interface TurnedOnProps {
  factor: FactorState;
  since: string;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
}

function TurnedOn({ factor, since, onCodes, onChanged }: TurnedOnProps) {
  const [openTask, setOpenTask] = useState<'codes' | 'off' | null>(null);
  return (
    <>
      <Section heading={text.section}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{text.isOn({ since: deviceDayText(since) })}</Typography>
          <Typography color="textSecondary">
            {text.codesLeft({ left: factor.recoveryCodesLeft })} {factor.isMandatory && text.mandatory}
          </Typography>
        </div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" onClick={() => setOpenTask('codes')}>
            {text.newCodes}
          </Button>
          {!factor.isMandatory && (
            <Button variant="outlined" color="error" onClick={() => setOpenTask('off')}>
              {text.turnOff}
            </Button>
          )}
        </Box>
      </Section>
      {openTask !== null && (
        <Section heading={openTask === 'codes' ? text.newCodes : text.turnOffTitle}>
          <Hint>{openTask === 'codes' ? text.newCodesHint : text.turnOffHint}</Hint>
          <ProofForm
            key={openTask}
            task={openTask}
            onCodes={onCodes}
            onChanged={onChanged}
            onClose={() => setOpenTask(null)}
          />
        </Section>
      )}
    </>
  );
}

interface ProofFormProps {
  task: 'codes' | 'off';
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
  onClose: () => void;
}

/** The password and a code, for what weakens the account or shows what opens it. */
function ProofForm({ task, onCodes, onChanged, onClose }: ProofFormProps) {
  const form = useCheckedForm<{ password: string; code: string }>({
    defaultValues: { password: '', code: '' },
    calls: (filled) => [
      checkedCall(task === 'codes' ? 'POST /auth/new-recovery-codes' : 'POST /auth/remove-factor', filled),
    ],
    ownProblems: (filled) =>
      emptyFields(filled, { password: words.accounts.signIn.passwordRequired, code: text.codeRequired }),
  });
  const { errors } = form.formState;
  const proving = useMutation({
    mutationFn: async (body: { password: string; code: string }) => {
      if (task === 'codes') return (await client.call('POST /auth/new-recovery-codes', { body })).recoveryCodes;
      const { msg } = await client.call('POST /auth/remove-factor', { body });
      showToast({ place: 'bar', tone: 'ok', text: msg });
      return null;
    },
    onSuccess: (codes) => {
      onClose();
      if (codes === null) onChanged();
      else onCodes(codes);
    },
    onError: (error) => showProblems(form, error),
  });
  const prove = form.handleSubmit((body) => {
    if (!proving.isPending) proving.mutate(body);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void prove(event)} sx={narrow}>
      <PasswordField
        field={form.register('password')}
        label={text.password}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <CodeField field={form.register('code')} error={errors.code?.message} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" color={task === 'off' ? 'error' : 'primary'}>
          {task === 'codes' ? text.makeNew : text.turnOff}
        </Button>
        <Button onClick={onClose}>{text.cancel}</Button>
      </Box>
    </Box>
  );
}
