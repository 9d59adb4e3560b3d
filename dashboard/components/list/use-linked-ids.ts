import { useMutation } from '@tanstack/react-query';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';

interface Links<Id, Beside> {
  /** Ids that the server has saved. */
  saved: readonly Id[];
  /** Facts beside the links, which the server drops with one that is removed. */
  beside?: Beside;
  /**
   * Saves all of them and puts them where `saved` is read from; answers what there is to say about it. `restored`: what stood beside the
   * links before one was removed, which Undo brings back with it.
   */
  save: (ids: readonly Id[], isQuiet: boolean, restored?: Beside) => Promise<string | undefined>;
  /** Names them among all that is saved: one change goes after the other, for each says the whole order. */
  queueName: string;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
}

interface Change<Id, Beside> {
  ids: readonly Id[];
  restored?: Beside | undefined;
  /** Moving says nothing: the row is seen to move. */
  isQuiet: boolean;
  /** The change that Undo makes; null where there is no Undo. */
  undoing: Change<Id, Beside> | null;
}

/** Ids linked to an entity, in their order: changed on the screen at once, and changed back when saving fails. */
export function useLinkedIds<Id extends string, Beside = never>(links: Links<Id, Beside>) {
  const { saved, beside, save, queueName, errors } = links;
  const saving = useMutation({
    scope: { id: queueName },
    mutationFn: ({ ids, isQuiet, restored }: Change<Id, Beside>) => save(ids, isQuiet, restored),
    onSuccess: (text, { isQuiet, undoing }) => {
      if (isQuiet || text === undefined) return;
      const undo = undoing === null ? null : () => saving.mutate(undoing);
      showToast({ place: 'bar', tone: 'ok', text, ...(undo !== null && { undo }) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, errors) }),
  });
  const ids = saving.isPending ? saving.variables.ids : saved;
  return {
    ids,
    link: (added: readonly Id[]) => saving.mutate({ ids: [...ids, ...added], isQuiet: false, undoing: null }),
    unlink: (id: Id) =>
      saving.mutate({
        ids: ids.filter((one) => one !== id),
        isQuiet: false,
        undoing: { ids, restored: beside, isQuiet: false, undoing: null },
      }),
    reorder: (next: readonly Id[]) => saving.mutate({ ids: next, isQuiet: true, undoing: null }),
  };
}
