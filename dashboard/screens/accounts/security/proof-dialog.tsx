import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { words } from '../../../words/words.ts';
import { errorText } from '../../../words/error-text.ts';
import { isProofRefused, type Proof, ProofFields, type ProofForm, useProof } from './proof-fields.tsx';

interface ProofDialogProps {
  title: string;
  hint: string;
  confirmLabel: string;
  busyLabel?: string;
  isDangerous?: boolean;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
  /**
   * Makes the change. The dialog closes after it, and stays with a refusal. An answer that opens another dialog asks first whether
   * this one is still shown.
   */
  onProof: (proof: Proof, isShown: () => boolean) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password again before a change. It is there as long as it is drawn. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, hint, confirmLabel, busyLabel, isDangerous = false, errors, onProof, onClose } = props;
  const proof = useProof();
  const isShown = useIsShown();
  const changing = useMutation({
    mutationFn: (given: Proof) => onProof(given, isShown),
    onSuccess: () => {
      if (isShown()) onClose();
    },
    onError: proof.showRefusal,
  });
  const failure = isProofRefused(changing.error) ? null : changing.error;
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      cancelLabel={words.accounts.secondFactor.cancel}
      isDangerous={isDangerous}
      isBusy={changing.isPending}
      busyLabel={busyLabel}
      onClose={onClose}
      onSubmit={() =>
        proof.submit((given) => {
          if (!changing.isPending) changing.mutate(given);
        })
      }
    >
      <Typography>{hint}</Typography>
      {failure !== null && <Alert severity="error">{errorText(failure, errors)}</Alert>}
      <FocusedProof proof={proof} />
    </FormDialog>
  );
}

/** The password is all that the dialog asks for, so its field has the focus once it is there. */
function FocusedProof({ proof }: { proof: ProofForm }) {
  const { setFocus } = proof;
  useEffect(() => setFocus('password'), [setFocus]);
  return <ProofFields proof={proof} />;
}
