import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form';
import { type Location, useNavigate } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { EditingArea } from '../feedback/editing-area.tsx';
import { enteredValues, fillForm, isSameValue } from './fill-form.ts';
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
  const { isDirty, isSubmitting, defaultValues } = useFormState({ control: form.control });
  const isLeaving = useRef(false);
  const savedValues = useRef<Values | null>(null);
  const nextLocation = useRef<Location | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDirty) savedValues.current = null;
  }, [isDirty]);
  // A save is there before the form is drawn as saved.
  const hasUnsaved = () => isDirty && !isLeaving.current && !hasSameValues(form.getValues(), savedValues.current);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved, sent) => {
      const entered = enteredValues(form);
      const typed = Object.keys(sent).filter((field) => !isSameValue(entered[field], sent[field])) as Path<Values>[];
      isLeaving.current = true;
      fillForm(form, sent);
      onSaved(saved);
      isLeaving.current = false;
      savedValues.current = enteredValues(form);
      // Typed while the save was on its way: it stays, and is unsaved.
      for (const field of typed) form.setValue(field, entered[field], { shouldDirty: true });
      if (nextLocation.current !== null && typed.length === 0) void navigate(nextLocation.current);
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
    savedValues.current = null;
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
          isSaving={saving.isPending || isSubmitting}
          missing={missing}
          saveLabel={saveLabel}
          // Every field has a default.
          onDiscard={() => fillForm(form, defaultValues as Values)}
        />
      </EditingArea>
      <LeaveGuard
        hasUnsaved={hasUnsaved}
        isSaving={saving.isPending}
        onHeld={(to) => {
          nextLocation.current = to;
        }}
      />
    </Box>
  );
}

function hasSameValues<Values extends FieldValues>(one: Values, other: Values | null): boolean {
  return other !== null && Object.keys(other).every((field) => isSameValue(one[field], other[field]));
}
