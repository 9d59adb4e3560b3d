/** Forms that are checked by the contract's schemas before they are sent, with the words of the server's answers. */
import { useEffect, useMemo } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { FieldProblems } from '#contract/base/field-problems.ts';
import { loadAnswerWords, sayProblems } from '../../words/say-answer.ts';

/** A call that a form makes when it is sent, with its body or form. */
export interface CheckedCall {
  route: Route;
  input: unknown;
}

export function checkedCall<R extends Route>(
  route: R,
  input: NonNullable<CallInput<R>['body'] | CallInput<R>['form']>,
): CheckedCall {
  return { route, input };
}

export interface FormCheck<Values extends FieldValues> {
  /** The calls that are made when the form is sent as it is filled now. */
  calls: (filled: Values) => readonly CheckedCall[];
  /** The field of the form for one that a schema refuses; null where the form has none. The same name by default. */
  fieldOf?: (apiField: string) => Path<Values> | null;
  /** Sentences by the form's own rules, which no schema knows. They come before those of the schemas. */
  ownProblems?: (filled: Values) => Partial<Record<Path<Values>, string | undefined>>;
}

/**
 * `useForm` with a check by the contract. The schemas are fetched when the form is first changed, at the latest when it is sent. A
 * form that is sent again while it is still being checked is sent once.
 */
export function useCheckedForm<Values extends FieldValues>(
  options: Omit<UseFormProps<Values>, 'resolver'> & FormCheck<Values>,
): UseFormReturn<Values> {
  const { calls, fieldOf, ownProblems, ...others } = options;
  const form = useForm<Values>({ ...others, resolver: resolveFields({ calls, fieldOf, ownProblems }) });
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: () => void loadPiece() }), [subscribe]);
  return useMemo(() => sentOnce(form), [form]);
}

/** The form, whose submits while an earlier one is being checked do nothing: nothing of that one is drawn yet that could stop a second tap. */
function sentOnce<Values extends FieldValues>(form: UseFormReturn<Values>): UseFormReturn<Values> {
  let isBeingChecked = false;
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => async (event) => {
    event?.preventDefault?.();
    if (isBeingChecked) return;
    isBeingChecked = true;
    try {
      await form.handleSubmit(onValid, onInvalid)(event);
    } finally {
      isBeingChecked = false;
    }
  };
  return {
    ...form,
    // The form gets another one at each drawing.
    get formState() {
      return form.formState;
    },
    handleSubmit,
  };
}

/** The check of a form as its library takes it. */
export function resolveFields<Values extends FieldValues>(check: FormCheck<Values>): Resolver<Values> {
  const { calls, fieldOf = (apiField) => apiField as Path<Values>, ownProblems = () => ({}) } = check;
  return async (filled, _, { names = [], fields }) => {
    const problems = await findProblems(() => calls(filled));
    const errors: FieldErrors<Values> = {};
    const refused = new Set<string>();
    const isShown = (field: string) => {
      const state: { mount?: boolean } | undefined = get(fields, field);
      return names.some((name) => name === field) && state?.mount !== false;
    };
    const refuse = (field: string | null, message: string | undefined) => {
      // A problem that no field shows must not hold the form: the server answers it.
      if (message === undefined || field === null || !isShown(field) || refused.has(field)) return;
      refused.add(field);
      set(errors, field, { type: 'contract', message });
    };
    for (const [field, message] of Object.entries<string | undefined>(ownProblems(filled))) refuse(field, message);
    for (const [apiField, message] of Object.entries(sayProblems(problems))) refuse(fieldOf(apiField), message);
    return refused.size === 0 ? { values: filled, errors: {} } : { values: {}, errors };
  };
}

/** The sentences of the fields that are empty. */
export function emptyFields<Field extends string>(
  filled: Readonly<Record<Field, string>>,
  sentences: Readonly<Partial<Record<Field, string>>>,
): Partial<Record<Field, string>> {
  const all = Object.entries(sentences) as [Field, string][];
  return Object.fromEntries(all.filter(([field]) => filled[field] === '')) as Partial<Record<Field, string>>;
}

/** None where the schemas do not arrive: the form is sent, and the server answers. */
async function findProblems(calls: () => readonly CheckedCall[]): Promise<FieldProblems> {
  const made = calls();
  if (made.length === 0) return {};
  const checkInput = await Promise.race([loadPiece(), afterPatience()]);
  if (checkInput === null) return {};
  return Object.assign({}, ...made.map(({ route, input }) => checkInput(route, input))) as FieldProblems;
}

type CheckInput = (route: Route, input: unknown) => FieldProblems;
let loading: Promise<CheckInput | null> | null = null;

/** The check and its words. Null where the check cannot be loaded; the next form tries again. */
function loadPiece(): Promise<CheckInput | null> {
  loading ??= Promise.all([import('./check-input.ts'), loadAnswerWords()]).then(
    ([{ checkInput }]) => checkInput,
    () => {
      loading = null;
      return null;
    },
  );
  return loading;
}

/** How long a form waits for its check, in milliseconds: on a bad connection the server's answer comes sooner. */
const PATIENCE = 3000;

function afterPatience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, null);
  });
}
