import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Fills a form with the saved values: nothing is unsaved then. A plain `reset` also forgets the fields, to have each registered
 * again when it is next drawn; the compiler of React sees no reason to draw them, and what is typed would be lost.
 */
export function fillForm<Values extends FieldValues>(form: Pick<UseFormReturn<Values>, 'reset'>, saved: Values): void {
  form.reset(saved, { keepFieldsRef: true });
}

/** The values of a form as they are now: filling it writes into the objects that `getValues` answers. */
export function enteredValues<Values extends FieldValues>(form: Pick<UseFormReturn<Values>, 'getValues'>): Values {
  return copyOf(form.getValues());
}

/** A copy of lists and plain objects; files stay themselves. */
function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part as unknown)])) as Value;
}

/** Whether a field holds the same: values of forms are plain but for files, and a file is the same as itself alone. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const [value, otherValue] = [inParts(one), inParts(other)];
  return (
    value.text === otherValue.text &&
    value.files.length === otherValue.files.length &&
    value.files.every((file, index) => file === otherValue.files[index])
  );
}

/** The text of a value, in which every file is alike, and its files. */
function inParts(value: unknown) {
  const files: Blob[] = [];
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Blob) files.push(part);
    return part;
  }) as string | undefined;
  return { text, files };
}
