import type { UseFormRegisterReturn } from 'react-hook-form';

/** Hands a registered field to a TextField: the ref belongs to the input, so that the first wrong field gets the focus. */
export function muiField({ ref, ...field }: UseFormRegisterReturn) {
  return { ...field, inputRef: ref };
}
