import Card from '@mui/material/Card';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { openEntity } from '../../../components/list/open-entity.ts';
import { Page } from '../../../components/shell/page.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { ListFields } from './list-fields.tsx';
import { emptyList, listField, type ListForm, listProblems, listRequest, missingOfList } from './list-form.ts';

const text = words.menu.modifierLists;

/** /dashboard/modifier-lists/create. Afterwards the new list is open, for its modifiers and its items. */
export function CreateModifierList() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const form = useCheckedForm<ListForm>({
    defaultValues: emptyList,
    mode: 'onTouched',
    calls: (filled) => [checkedCall('POST /menu/add-modifier-list', listRequest(filled))],
    fieldOf: listField,
    ownProblems: listProblems,
  });
  const missing = useWatch({ control: form.control, compute: missingOfList });
  return (
    <Page title={text.createTitle} back={{ to: paths.modifierLists(), label: text.back }}>
      <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
        <EntityForm
          form={form}
          missing={missing}
          save={(filled) => client.call('POST /menu/add-modifier-list', { body: listRequest(filled) })}
          onSaved={({ modifierList: list, msg }) => {
            cache.setQueryData(queries.modifierLists().queryKey, (lists) => lists && [...lists, list]);
            void cache.invalidateQueries({ queryKey: catalogueKey });
            openEntity('modifierList', list._id);
            showToast({ place: 'bar', tone: 'ok', text: msg });
            void navigate(paths.modifierList(list._id), { replace: true });
          }}
          errors="setup"
          fieldOf={listField}
        >
          <ListFields form={form} />
        </EntityForm>
      </Card>
    </Page>
  );
}
