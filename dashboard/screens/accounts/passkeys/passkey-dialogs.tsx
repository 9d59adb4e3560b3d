import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { words } from '../../../words/words.ts';
import { ProofDialog } from '../security/proof-dialog.tsx';
import { showProblems } from '../security/show-problems.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';

const text = words.accounts.passkeys;

interface DialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { _id, name }, onClose }: DialogProps) {
  const cache = useQueryClient();
  const form = useCheckedForm<{ name: string }>({
    defaultValues: { name },
    calls: (filled) => [checkedCall('POST /auth/rename-passkey/:id', filled)],
    ownProblems: (filled) => emptyFields(filled, { name: text.nameRequired }),
  });
  const isShown = useIsShown();
  const renaming = useMutation({
    mutationFn: (body: { name: string }) => client.call('POST /auth/rename-passkey/:id', { params: { id: _id }, body }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: queries.passkeys().queryKey });
    },
    onError: (error) => showProblems(form, error),
  });
  const rename = form.handleSubmit((body) => {
    if (!renaming.isPending) renaming.mutate(body);
  });
  return (
    <FormDialog
      title={text.renameTitle}
      submitLabel={text.save}
      cancelLabel={text.cancel}
      isBusy={renaming.isPending}
      onClose={onClose}
      onSubmit={() => void rename()}
    >
      <PasskeyNameField form={form} />
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ passkey: { _id, name }, onClose }: DialogProps) {
  const cache = useQueryClient();
  return (
    <ProofDialog
      title={text.removeTitle({ name })}
      hint={text.removeHint}
      confirmLabel={text.remove}
      isDangerous
      errors="setup"
      onProof={async (body) => {
        const { msg } = await client.call('POST /auth/remove-passkey/:id', { params: { id: _id }, body });
        showToast({ place: 'bar', tone: 'ok', text: msg });
        await cache.invalidateQueries({ queryKey: queries.passkeys().queryKey });
      }}
      onClose={onClose}
    />
  );
}
