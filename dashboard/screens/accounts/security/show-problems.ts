import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { sayProblems } from '../../../words/say-answer.ts';
import { errorText } from '../../../words/error-text.ts';

/** Puts the words of the server at their fields, and in the bar where they have none. */
export function showProblems<Form extends { password?: string; code?: string; name?: string }>(
  form: UseFormReturn<Form>,
  error: Error,
): void {
  const fields = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
  for (const [name, message] of Object.entries(fields)) form.setError(name as never, { message });
  if (Object.keys(fields).length === 0) {
    showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
  }
}
