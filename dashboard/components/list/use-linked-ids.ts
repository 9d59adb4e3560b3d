import { useMutation } from '@tanstack/react-query';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';

interface Links<Id> {
  /** Ids that the server has saved. */
  saved: readonly Id[];
  /** Saves all of them and puts them where `saved` is read from; answers what there is to say about it. */
  save: (ids: readonly Id[], isQuiet: boolean) => Promise<string | undefined>;
  /** Names them among all that is saved: one change goes after the other, for each says the whole order. */
  queueName: string;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
}

interface Change<Id> {
  ids: readonly Id[];
  /** Moving says nothing: the row is seen to move. */
  isQuiet: boolean;
  /** Ids that Undo restores; null where there is no Undo. */
  before: readonly Id[] | null;
}

/** Ids linked to an entity, in their order: changed on the screen at once, and changed back when saving fails. */
export function useLinkedIds<Id extends string>({ saved, save, queueName, errors }: Links<Id>) {
  const saving = useMutation({
    scope: { id: queueName },
    mutationFn: ({ ids, isQuiet }: Change<Id>) => save(ids, isQuiet),
    onSuccess: (text, { isQuiet, before }) => {
      if (isQuiet || text === undefined) return;
      const undo = before === null ? null : () => saving.mutate({ ids: before, isQuiet: false, before: null });
      showToast({ place: 'bar', tone: 'ok', text, ...(undo !== null && { undo }) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, errors) }),
  });
  const ids = saving.isPending ? saving.variables.ids : saved;
  return {
    ids,
    link: (added: readonly Id[]) => saving.mutate({ ids: [...ids, ...added], isQuiet: false, before: null }),
    unlink: (id: Id) => saving.mutate({ ids: ids.filter((one) => one !== id), isQuiet: false, before: ids }),
    reorder: (next: readonly Id[]) => saving.mutate({ ids: next, isQuiet: true, before: null }),
  };
}
