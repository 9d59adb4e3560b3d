import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ModifierListId } from '#contract/base/ids.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { choiceText } from '../../../components/menu/choice-text.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { PickDialog } from '../../../components/list/pick-dialog.tsx';
import { narrowList, SortableList } from '../../../components/list/sortable-list.tsx';
import { useLinkedIds } from '../../../components/list/use-linked-ids.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { cacheItem, readItem, readListsById, recentItem } from './cache-item.ts';
import { type Nested, nestedAgain, nestedAround } from './nested-form.ts';
import { NestedNote, NestingButton, type NestingProps, UnnestButton, useNesting } from './nested-lists.tsx';

const text = words.menu.items;

/** Modifier lists of the item, in its order. Every change is saved at once. */
export function LinkedLists({ item }: { item: Item }) {
  const { data: lists, error, refetch } = useQuery(queries.modifierLists());
  return (
    <Card component="section" aria-label={text.lists} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Typography variant="h2">{text.lists}</Typography>
      <Hint>{text.listsHint}</Hint>
      {lists !== undefined ? (
        <EditingArea>
          <Links item={item} lists={lists} />
        </EditingArea>
      ) : error !== null ? (
        <Failure error={error} place="setup" onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={52} />
      )}
    </Card>
  );
}

function Links({ item, lists }: { item: Item; lists: readonly ModifierList[] }) {
  const listsById = new Map(lists.map((list) => [list._id, list]));
  const { ids, link, unlink, reorder } = useLists(item);
  const [isPicking, setPicking] = useState(false);
  const linkButton = useRef<HTMLButtonElement>(null);
  const linked = ids.flatMap((id) => listsById.get(id) ?? []);
  const { nested, save } = useNesting(item, queueOf(item));
  const focusLinkButton = () => linkButton.current?.focus();
  const unlinkButton = (list: ModifierList) => (
    <UnlinkButton
      list={list}
      onUnlink={() => {
        unlink(list._id);
        // The row goes, and the focus must not go with it.
        focusLinkButton();
      }}
    />
  );
  return (
    <>
      {linked.length === 0 ? (
        <Hint>{text.noLists}</Hint>
      ) : (
        <SortableList
          label={text.lists}
          rows={linked}
          rowId={(list) => list._id}
          rowName={(list) => list.name}
          onReorder={(rows) => reorder(rows.map((list) => list._id))}
          beside={unlinkButton}
        >
          {(list) => (
            <LinkedList list={list} linked={linked} nested={nested} onSave={save} onLostFocus={focusLinkButton} />
          )}
        </SortableList>
      )}
      <div>
        <Button ref={linkButton} variant="outlined" onClick={() => setPicking(true)}>
          {text.linkList}
        </Button>
      </div>
      <PickDialog
        isOpen={isPicking}
        title={text.linkList}
        picks={lists
          .filter((list) => !ids.includes(list._id))
          .map((list) => ({
            id: list._id,
            label: list.name,
            otherNames: list.displayNameTranslations,
            detail: dotList([list.displayName, choiceText(list)]),
          }))}
        none={text.noMoreLists}
        onAdd={(added) => {
          setPicking(false);
          link(added);
        }}
        onClose={() => setPicking(false)}
      />
    </>
  );
}

interface LinkedListProps extends NestingProps {
  /** The button with the focus goes, and there is no other in the row. */
  onLostFocus: () => void;
}

function LinkedList({ list, onSave, onLostFocus, ...nesting }: LinkedListProps) {
  const nestingButton = useRef<HTMLButtonElement>(null);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: 1,
        // Leaves space before the buttons below.
        [narrowList]: { paddingBlockEnd: 0.5 },
      }}
    >
      <Box sx={{ minWidth: 0, py: 0.5 }}>
        <MuiLink component={Link} to={paths.modifierList(list._id)} sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{list.name}</bdi>
        </MuiLink>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {dotList([list.displayName, choiceText(list)])}
        </Typography>
        <NestedNote list={list} {...nesting} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <NestingButton ref={nestingButton} list={list} onSave={onSave} {...nesting} />
        <UnnestButton
          list={list}
          nested={nesting.nested}
          onSave={(nested) => {
            onSave(nested);
            if (nestingButton.current === null) onLostFocus();
            else nestingButton.current.focus();
          }}
        />
      </Box>
    </Box>
  );
}

function UnlinkButton({ list, onUnlink }: { list: ModifierList; onUnlink: () => void }) {
  return (
    <Button
      color="error"
      onClick={onUnlink}
      // Leaves space after the button before it, and none below the name.
      sx={{ px: 0.5, marginInlineStart: 0.5, [narrowList]: { marginInlineStart: 0 } }}
    >
      {text.unlink}
      <Box component="span" sx={visuallyHidden}>
        {list.name}
      </Box>
    </Button>
  );
}

/** Changes of a dish's lists are saved one after the other. */
const queueOf = ({ _id }: Item) => `modifier lists of ${_id}`;

function useLists(item: Item) {
  const cache = useQueryClient();
  return useLinkedIds<ModifierListId, Nested>({
    saved: item.modifierList,
    readSaved: async () => ((await readItem(cache, item._id)) ?? item).modifierList,
    readFacts: async (id) => nestedAround(id, (await recentItem(cache, item._id))?.nestedLists),
    queueName: queueOf(item),
    save: async (ids, isQuiet, restored) => {
      const nestedLists = restored?.facts?.length
        ? nestedAgain(
            ((await recentItem(cache, item._id)) ?? item).nestedLists,
            restored.facts,
            ids,
            await readListsById(cache),
          )
        : null;
      const { item: saved, msg } = await client.call('POST /menu/update-items-modifier/:id', {
        params: { id: item._id },
        form: {
          modifierList: [...ids],
          ...(nestedLists !== null && { nestedLists }),
          ...(isQuiet && { subtype: 'noSnackBar' }),
        },
      });
      cacheItem(cache, saved);
      return msg;
    },
    errors: 'items',
  });
}
