import ContentCopy from '@mui/icons-material/ContentCopy';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';
import { client } from '../../api/api.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { useIsLimited, useMayEdit, useMayEditMenu, useRestaurant } from '../../components/shell/restaurant.tsx';
import { askToDelete, editAction, type RowAction, RowMenu } from '../../components/list/row-menu.tsx';
import { useNow } from '../../components/live/use-now.ts';
import { namesOf } from '../../components/list/text-search.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { catalogueKey, outletsKey, queries } from '../../api/queries.ts';
import { outletState } from './outlet-state.ts';
import { DeleteOutlet } from './delete-outlet.tsx';
import { OutletReady, type SetUpState } from './outlet-ready.tsx';
import { OutletStatus } from './outlet-status.tsx';
import { PreviewLink, previewPath } from './preview-link.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.outlets.outlets;
const empty = { heading: text.none, sentence: text.noneHint };
const nowhere = { heading: text.nowhere, sentence: text.nowhereHint };
const onOrOff = (isOn: boolean) => (isOn ? text.on : text.off);

interface Cells {
  mayEdit: boolean;
  maySetUp: boolean;
  onDelete: (outlet: Outlet) => void;
  onClone: (id: OutletId) => void;
}

function columns({ mayEdit, maySetUp, onDelete, onClone }: Cells): readonly Column<Outlet>[] {
  return [
    {
      key: 'status',
      label: text.status,
      width: 168,
      cell: (outlet) => (mayEdit ? <OutletStatus outlet={outlet} /> : outlet.status ? text.active : text.inactive),
      sortBy: (outlet) => outlet.status,
    },
    {
      key: 'name',
      label: text.name,
      width: 180,
      cell: (outlet) => <OutletName outlet={outlet} mayEdit={mayEdit} />,
      sortBy: (outlet) => outlet.name,
      isName: true,
      isFreeText: true,
    },
    {
      key: 'delivery',
      label: text.delivery,
      width: 88,
      cell: (outlet) => onOrOff(outlet.delivery),
      sortBy: (outlet) => outlet.delivery,
    },
    {
      key: 'pickup',
      label: text.pickup,
      width: 88,
      cell: (outlet) => onOrOff(outlet.pickup),
      sortBy: (outlet) => outlet.pickup,
    },
    {
      key: 'actions',
      label: words.general.list.actions,
      width: maySetUp ? 72 : 120,
      isMenu: maySetUp,
      isActions: !maySetUp,
      cell: (outlet) =>
        maySetUp ? <Actions outlet={outlet} onDelete={onDelete} onClone={onClone} /> : <PreviewLink outlet={outlet} />,
    },
  ];
}

function OutletName({ outlet, mayEdit }: { outlet: Outlet; mayEdit: boolean }) {
  const now = useNow(30_000);
  return (
    <Box sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
      {mayEdit ? (
        <MuiLink
          component={Link}
          to={paths.outletStep('edit', 'basic-info', outlet._id)}
          sx={{ display: 'inline-block', py: 0.5 }}
        >
          {outlet.name}
        </MuiLink>
      ) : (
        outlet.name
      )}
      <Hint>{outletState(outlet, now)}</Hint>
    </Box>
  );
}

function Actions({ outlet, onDelete, onClone }: { outlet: Outlet } & Pick<Cells, 'onDelete' | 'onClone'>) {
  const restaurant = useRestaurant();
  const actions: RowAction[] = [
    editAction(paths.outletStep('edit', 'basic-info', outlet._id)),
    { label: text.clone, Icon: ContentCopy, does: { changes: () => onClone(outlet._id) } },
    // Guests see no InActive outlet.
    ...(outlet.status
      ? [{ label: text.preview, Icon: OpenInNew, does: { opensTab: previewPath(restaurant, outlet) } }]
      : []),
    askToDelete(() => onDelete(outlet)),
  ];
  return <RowMenu name={outlet.name} actions={actions} />;
}

/** /dashboard/outlets */
export function Outlets() {
  const mayEdit = useMayEdit();
  // People with access to some outlets only may change these, but neither add nor delete outlets.
  const maySetUp = useMayEditMenu();
  const clone = useClone();
  const [deleted, setDeleted] = useState<Outlet | null>(null);
  return (
    <>
      <ListPage
        title={text.title}
        heading={(outlets) => words.general.shell.titleWithCount({ title: text.title, count: outlets.length })}
        query={useQuery(queries.outlets())}
        errors="outlets"
        columns={columns({ mayEdit, maySetUp, onDelete: setDeleted, onClone: clone })}
        rowId={(outlet) => outlet._id}
        search={{ label: text.search, texts: namesOf, hasButton: false }}
        filter={null}
        empty={useIsLimited() ? nowhere : empty}
        action={maySetUp ? <AddOutlet /> : null}
        note={<SetUpNote />}
      />
      {deleted !== null && <DeleteOutlet outlet={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** On arrival from the end of the wizard. */
function SetUpNote() {
  const { state } = useLocation() as { state: SetUpState | null };
  const isArrival = useNavigationType() !== NavigationType.Pop;
  const { data: outlets = [] } = useQuery(queries.outlets());
  const outlet = outlets.find(({ _id }) => _id === state?.setUp);
  return isArrival && outlet !== undefined ? <OutletReady outlet={outlet} /> : null;
}

function AddOutlet() {
  return (
    <Button variant="contained" component={Link} to={paths.outletStep('create', 'basic-info')}>
      {text.add}
    </Button>
  );
}

/** Copies an outlet and opens the copy: it needs a name of its own before it is switched on. */
function useClone() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: OutletId) => client.call('POST /outlet/clone-outlet/:id', { params: { id } }),
    onSuccess: ({ outlet }) => {
      cache.setQueryData(queries.outlets().queryKey, (outlets) => outlets && [...outlets, outlet]);
      void cache.invalidateQueries({ queryKey: outletsKey });
      void cache.invalidateQueries({ queryKey: catalogueKey });
      showToast({ place: 'bar', tone: 'ok', text: text.cloned({ outlet: outlet.name }) });
      if (isShown()) void navigate(paths.outletStep('edit', 'basic-info', outlet._id));
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'outlets') }),
  });
  return (id: OutletId) => {
    if (!isPending) mutate(id);
  };
}
