import { useMutation } from '@tanstack/react-query';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';
import { withIdAgain } from './with-id-again.ts';

interface Links<Id, Facts> {
  /** Ids that the server has saved. */
  saved: readonly Id[];
  /** Reads them anew for Undo, which puts one of them back among those that are there then. */
  readSaved: () => Promise<readonly Id[]>;
  /** Reads the facts that the server drops with a link, before it is removed. */
  readFacts?: (id: Id) => Promise<Facts>;
  /** Saves all of them and puts them where `saved` is read from; answers what there is to say about it. */
  save: (ids: readonly Id[], isQuiet: boolean, restored?: RestoredLink<Id, Facts>) => Promise<string | undefined>;
  /** Names them among all that is saved: one change goes after the other, for each says the whole order. */
  queueName: string;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
}

/** A link that Undo brings back, with the facts that went with it. */
interface RestoredLink<Id, Facts> {
  id: Id;
  facts: Facts | undefined;
}

interface Change<Id, Facts> {
  ids: readonly Id[];
  /** Moving says nothing: the row is seen to move. */
  isQuiet: boolean;
  /** The link that goes, and has an Undo; `former`: the ids among which it was. */
  unlinked?: { id: Id; former: readonly Id[] };
  /** The link that Undo brings back among the saved ones; `ids`: those among which it was. */
  restored?: RestoredLink<Id, Facts>;
}

/** Ids linked to an entity, in their order: changed on the screen at once, and changed back when saving fails. */
export function useLinkedIds<Id extends string, Facts = never>(links: Links<Id, Facts>) {
  const { saved, readSaved, readFacts, save, queueName, errors } = links;
  const saving = useMutation({
    scope: { id: queueName },
    mutationFn: async ({ ids, isQuiet, unlinked, restored }: Change<Id, Facts>) => {
      const facts = unlinked === undefined ? undefined : await readFacts?.(unlinked.id);
      const next = restored === undefined ? ids : withIdAgain(await readSaved(), restored.id, ids);
      return { text: await save(next, isQuiet, restored), facts };
    },
    onSuccess: ({ text, facts }, { isQuiet, unlinked }) => {
      if (isQuiet || text === undefined) return;
      const undo =
        unlinked === undefined
          ? null
          : () => saving.mutate({ ids: unlinked.former, isQuiet: false, restored: { id: unlinked.id, facts } });
      showToast({ place: 'bar', tone: 'ok', text, ...(undo !== null && { undo }) });
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, errors) }),
  });
  const { ids: wanted = saved, restored } = (saving.isPending && saving.variables) || {};
  const ids = restored === undefined ? wanted : withIdAgain(saved, restored.id, wanted);
  return {
    ids,
    link: (added: readonly Id[]) => saving.mutate({ ids: [...ids, ...added], isQuiet: false }),
    unlink: (id: Id) =>
      saving.mutate({ ids: ids.filter((one) => one !== id), isQuiet: false, unlinked: { id, former: ids } }),
    reorder: (next: readonly Id[]) => saving.mutate({ ids: next, isQuiet: true }),
  };
}
