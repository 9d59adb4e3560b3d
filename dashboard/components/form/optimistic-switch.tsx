import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { EditingArea } from '../feedback/editing-area.tsx';
import { type Toast, showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';
import { SwitchField } from './switch-field.tsx';

interface OptimisticSwitchProps {
  /** Name for screen readers: 'Marina, Delivery'. */
  name: string;
  isOn: boolean;
  /** The words beside the switch for its two positions: the state is never told by colour alone. */
  onText: string;
  offText: string;
  /** Saves the new position and puts it where `isOn` is read from. */
  save: (isOn: boolean) => Promise<void>;
  /** Kind of screen, which decides the words of a failure; `place` is where they are shown. */
  errors: ErrorPlace;
  place: Toast['place'];
  /** Switches with the same text here save one after the other: each of them sends what the others have left. */
  queueName?: string;
}

/** Moves at once, and back to where it was when saving fails (M12). Whoever thinks again while it is being saved has the last word. */
export function OptimisticSwitch({
  name,
  isOn,
  onText,
  offText,
  save,
  errors,
  place,
  queueName,
}: OptimisticSwitchProps) {
  const ownQueueName = useId();
  const saving = useMutation({
    mutationFn: save,
    scope: { id: queueName ?? ownQueueName },
    onError: (error) => showToast({ place, tone: 'error', text: errorText(error, errors) }),
  });
  const shown = saving.isPending ? saving.variables : isOn;
  return (
    <EditingArea>
      <SwitchField
        label={shown ? onText : offText}
        name={name}
        isOn={shown}
        onChange={(next) => saving.mutate(next)}
        sx={{
          inlineSize: '100%',
          justifyContent: 'space-between',
          color: shown ? 'success.main' : 'warning.main',
        }}
      />
    </EditingArea>
  );
}
