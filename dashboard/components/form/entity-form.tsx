import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form';
import { type Location, useNavigate } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { EditingArea } from '../feedback/editing-area.tsx';
import { fillForm } from './fill-form.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { SaveBar } from './save-bar.tsx';
import { sayProblems } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';

interface EntityFormProps<Values extends FieldValues, Saved> {
  form: UseFormReturn<Values>;
  /** Fields that Save still needs, by their labels. */
  missing: readonly string[];
  save: (values: Values) => Promise<Saved>;
  /** After saving, when nothing is unsaved any more: where to go, what to say. */
  onSaved: (saved: Saved) => void;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
  /** The field of the form that shows what the API says of one of its own; the same name where it says nothing. */
  fieldOf?: (apiField: string) => Path<Values> | null;
  saveLabel?: string;
  children: ReactNode;
}

/** A form about one entity: Save and Discard in sight, no unsaved work lost, refusals at the fields they are about (M16). */
export function EntityForm<Values extends FieldValues, Saved>(props: EntityFormProps<Values, Saved>) {
  const { form, missing, save, onSaved, errors, fieldOf, saveLabel, children } = props;
  const { isDirty, defaultValues } = useFormState({ control: form.control });
  const isSaved = useRef(false);
  const nextLocation = useRef<Location | null>(null);
  const navigate = useNavigate();
  // A form that stays open can be changed again.
  useEffect(() => {
    if (!isDirty) isSaved.current = false;
  }, [isDirty]);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved, values) => {
      isSaved.current = true;
      fillForm(form, values);
      onSaved(saved);
      if (nextLocation.current !== null) void navigate(nextLocation.current);
    },
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, errors) });
      const refused = error instanceof CallError ? Object.entries(sayProblems(error.answer?.fields)) : [];
      let isFirst = true;
      for (const [apiField, message] of refused) {
        const field = fieldOf === undefined ? (apiField as Path<Values>) : fieldOf(apiField);
        if (field === null) continue;
        form.setError(field, { message }, { shouldFocus: isFirst });
        isFirst = false;
      }
    },
  });
  const submit = (values: Values) => {
    if (saving.isPending) return;
    isSaved.current = false;
    saving.mutate(values);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) void form.handleSubmit(submit)(event);
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <EditingArea>
        {children}
        <SaveBar
          isDirty={isDirty}
          isSaving={saving.isPending}
          missing={missing}
          saveLabel={saveLabel}
          // Every field has a default.
          onDiscard={() => fillForm(form, defaultValues as Values)}
        />
      </EditingArea>
      <LeaveGuard
        hasUnsaved={() => isDirty && !isSaved.current}
        isSaving={saving.isPending}
        onHeld={(to) => {
          nextLocation.current = to;
        }}
      />
    </Box>
  );
}
