import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { Finding } from '#contract/menu/menu-check.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { useIsReadOnly } from '../../../components/feedback/editing-area.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Page } from '../../../components/shell/page.tsx';
import { EntityFindings } from '../../../components/menu/entity-findings.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { EntityPage } from '../../../components/form/entity-page.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { AttachedItems } from './attached-items.tsx';
import { AttachedModifiers } from './attached-modifiers.tsx';
import { cacheModifierList } from './cache-modifier-list.ts';
import { ListFields } from './list-fields.tsx';
import { listChanges, listField, type ListForm, listForm, listProblems, missingOfList } from './list-form.ts';

const text = words.menu.modifierLists;
const back = { to: paths.modifierLists(), label: text.back };

/** /dashboard/modifier-lists/edit: the list, what guests choose from, and the items that ask it. */
export function EditModifierList() {
  const query = useQuery(queries.modifierLists());
  const mayEdit = useMayEditMenu();
  const mayLink = !useIsReadOnly() && mayEdit;
  return (
    <EntityPage kind="modifierList" query={query} errors="setup" title={text.title} back={back}>
      {(list) => (
        <Page title={list.name} back={back} tools={mayEdit ? <CreateAnother /> : null}>
          {mayEdit && <EntityFindings id={list._id} isSaidBelow={isAboutWholeList} />}
          {mayEdit && <ListEditor list={list} />}
          <AttachedModifiers list={list} mayEdit={mayLink} />
          <AttachedItems list={list} mayEdit={mayLink} />
        </Page>
      )}
    </EntityPage>
  );
}

/** Its modifiers say so themselves, as they are changed. */
function isAboutWholeList({ code, outlet }: Finding): boolean {
  return code === 'list.too_few_options' && outlet === undefined;
}

function CreateAnother() {
  return (
    <Button variant="outlined" component={Link} to={paths.createModifierList()}>
      {text.createAnother}
    </Button>
  );
}

function ListEditor({ list }: { list: ModifierList }) {
  const cache = useQueryClient();
  const saved = listForm(list);
  const form = useCheckedForm<ListForm>({
    defaultValues: saved,
    mode: 'onTouched',
    calls: (filled) => [checkedCall('POST /menu/update-modifier-list/:id', listChanges(saved, filled))],
    fieldOf: listField,
    ownProblems: listProblems,
  });
  const { refill } = useRefill(form, saved);
  const missing = useWatch({ control: form.control, compute: missingOfList });
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) =>
          client.call('POST /menu/update-modifier-list/:id', {
            params: { id: list._id },
            body: listChanges(saved, filled),
          })
        }
        onSaved={({ modifierList: next, msg }) => {
          refill(listForm(next));
          cacheModifierList(cache, next);
          showToast({ place: 'bar', tone: 'ok', text: msg });
        }}
        errors="setup"
        fieldOf={listField}
      >
        <ListFields form={form} />
      </EntityForm>
    </Card>
  );
}
