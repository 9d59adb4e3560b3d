import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Fills a form with the saved values: nothing is unsaved then. A plain `reset` also forgets the fields, to have each registered
 * again when it is next drawn; the compiler of React sees no reason to draw them, and what is typed would be lost.
 */
export function fillForm<Values extends FieldValues>(form: Pick<UseFormReturn<Values>, 'reset'>, saved: Values): void {
  form.reset(saved, { keepFieldsRef: true });
}

/** Whether a field holds the same, by its text: values of forms are plain. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
