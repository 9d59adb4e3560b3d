import { useEffect, useRef } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form';
import { enteredValues, fillForm, isSameValue } from './fill-form.ts';

/**
 * Keeps a form true to its record: what changes by another hand shows, except in the fields that this person is changing.
 * `refill` takes the record as it was saved from here; `seen` answers it as this person had it before them when they began.
 */
export function useRefill<Values extends FieldValues>(form: UseFormReturn<Values>, values: Values) {
  const filled = useRef(values);
  const seenValues = useRef(values);
  const { isDirty } = useFormState({ control: form.control });
  useEffect(() => {
    if (!isDirty) seenValues.current = filled.current;
  }, [isDirty]);
  useEffect(() => {
    const before = filled.current;
    if (isSameValue(before, values)) return;
    const entered = enteredValues(form);
    const own = Object.keys(values).filter((field) => !isSameValue(entered[field], before[field])) as Path<Values>[];
    filled.current = values;
    seenValues.current = { ...values, ...Object.fromEntries(own.map((field) => [field, seenValues.current[field]])) };
    fillForm(form, values);
    for (const field of own) form.setValue(field, entered[field], { shouldDirty: true });
  }, [form, values]);
  const refill = (saved: Values) => {
    filled.current = saved;
    seenValues.current = saved;
    fillForm(form, saved);
  };
  return { refill, seenValues: () => seenValues.current };
}
