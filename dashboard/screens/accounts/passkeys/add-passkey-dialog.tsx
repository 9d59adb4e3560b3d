import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PasskeyCreation } from '#contract/accounts/passkey-json.ts';
import type { CallAnswer } from '#contract/base/client.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { words } from '../../../words/words.ts';
import { makePasskey, showPasskeyFailure } from './device-passkey.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';

const text = words.accounts.passkeys;

export type BegunPasskey = CallAnswer<'POST /auth/begin-passkey'>;

interface AddPasskeyDialogProps {
  begun: BegunPasskey;
  onClose: () => void;
}

/** After the proof: the name, and a press with which the device makes the passkey, because browsers want one right before. */
export function AddPasskeyDialog({ begun: { options, device }, onClose }: AddPasskeyDialogProps) {
  const cache = useQueryClient();
  const form = useCheckedForm<{ name: string }>({
    defaultValues: { name: nameOf(device) },
    calls: () => [],
    ownProblems: ({ name }) => emptyFields({ name: name.trim() }, { name: text.nameRequired }),
  });
  const isShown = useIsShown();
  const making = useMutation({
    mutationFn: ({ name, creation }: { name: string; creation: PasskeyCreation }) => addPasskey(name, creation),
    onSuccess: async (msg) => {
      if (msg === null) return;
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      await cache.invalidateQueries({ queryKey: queries.passkeys().queryKey });
    },
    onError: (error) => {
      showPasskeyFailure(error);
      if (isShown()) onClose();
    },
  });
  const make = form.handleSubmit(({ name }) => {
    if (!making.isPending) making.mutate({ name, creation: options });
  });
  return (
    <FormDialog
      title={text.add}
      submitLabel={text.create}
      cancelLabel={text.cancel}
      isBusy={making.isPending}
      busyLabel={text.waiting}
      onClose={onClose}
      onSubmit={() => void make()}
    >
      <PasskeyNameField form={form} />
    </FormDialog>
  );
}

/** The server's confirmation; null where the person changed their mind, who may then try again. */
async function addPasskey(name: string, options: PasskeyCreation): Promise<string | null> {
  const passkey = await makePasskey(options);
  if (passkey === null) return null;
  return (await client.call('POST /auth/add-passkey', { body: { name, passkey } })).msg;
}

/** 'Chrome, Windows': the same in every language, because a name is stored. */
function nameOf({ browser, system }: BegunPasskey['device']): string {
  return [browser, system].filter((word) => word !== null).join(', ');
}
