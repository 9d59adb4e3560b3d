import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { type BudgetKind, budgetKinds as kinds } from '#contract/base/enumerations.ts';
import type { MessageBudget, RestaurantBudgets } from '#contract/platform/message-budgets.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { NumberField } from '../../components/form/number-field.tsx';
import { readCount } from '../../components/form/read-number.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import type { Column } from '../../components/list/list-table.tsx';
import { rowButtons } from '../../components/list/row-buttons.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { AdminOnly } from './admin-only.tsx';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.platform.messages;
const empty = { heading: words.platform.admin.noRestaurants, sentence: words.platform.admin.noRestaurantsHint };
const search = { label: text.search, texts: ({ name }: RestaurantBudgets) => [name], hasButton: false };

/** /dashboard/messages: messages that restaurants sent at the platform's cost, beside what each may send. */
export function MessageBudgets() {
  return (
    <AdminOnly title={text.title}>
      <BudgetList />
    </AdminOnly>
  );
}

function BudgetList() {
  const query = useQuery(queries.adminMessageBudgets());
  const [changed, setChanged] = useState<RestaurantBudgets | null>(null);
  return (
    <>
      <ListPage
        title={text.title}
        query={query}
        errors="operation"
        isDense
        columns={columns(setChanged)}
        rowId={({ _id }) => _id}
        search={search}
        filter={null}
        action={null}
        empty={empty}
        note={<Hint>{text.hint}</Hint>}
      />
      {changed !== null && <BudgetDialog restaurant={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

/** All of them beside each other on a desktop: each as wide as the longest word of its heading. */
const widths: Record<BudgetKind, number> = {
  guest_code: 88,
  alert_mail: 80,
  alert_call: 80,
  invitation: 104,
  cancelled_text: 118,
  cancelled_mail: 118,
  order_text: 80,
  order_mail: 80,
};

function columns(onChange: (restaurant: RestaurantBudgets) => void): readonly Column<RestaurantBudgets>[] {
  return [
    {
      key: 'name',
      label: words.platform.admin.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      isName: true,
      isFreeText: true,
      width: 120,
    },
    ...kinds.map((kind) => ({
      key: kind,
      label: text.kinds[kind],
      cell: (restaurant: RestaurantBudgets) => <Sent budget={budgetOf(restaurant, kind)} />,
      sortBy: (restaurant: RestaurantBudgets) => budgetOf(restaurant, kind).sent,
      width: widths[kind],
    })),
    {
      key: 'actions',
      label: words.platform.admin.actions,
      cell: (restaurant) => (
        <Box sx={rowButtons}>
          <Button aria-label={text.changeOf({ name: restaurant.name })} onClick={() => onChange(restaurant)}>
            {text.change}
          </Button>
        </Box>
      ),
      width: 88,
      isActions: true,
    },
  ];
}

/** A budget of which four fifths are used up stands out. */
function Sent({ budget: { sent, budget, hours } }: { budget: MessageBudget }) {
  const isShort = sent >= 0.8 * budget;
  return (
    <Typography
      component="span"
      variant="inherit"
      sx={{ fontVariantNumeric: 'tabular-nums', ...(isShort && { color: 'error.main', fontWeight: 600 }) }}
    >
      {hours === 1 ? text.ofHour({ sent, budget }) : text.ofDay({ sent, budget })}
    </Typography>
  );
}

function budgetOf({ budgets }: RestaurantBudgets, kind: BudgetKind): MessageBudget {
  return budgets.find((one) => one.kind === kind)!;
}

interface BudgetForm {
  kind: BudgetKind;
  budget: string;
}

const bodyOf = ({ kind, budget }: BudgetForm) => ({ kind, budget: readCount(budget) });

/** Another budget of one kind for a restaurant. It is there as long as it is drawn. */
function BudgetDialog({ restaurant, onClose }: { restaurant: RestaurantBudgets; onClose: () => void }) {
  const { _id: id, name } = restaurant;
  const cache = useQueryClient();
  const { queryKey } = queries.adminMessageBudgets();
  const form = useCheckedForm<BudgetForm>({
    defaultValues: { kind: 'guest_code', budget: String(budgetOf(restaurant, 'guest_code').budget) },
    calls: (filled) => [checkedCall('POST /admin/set-message-budget/:id', bodyOf(filled))],
  });
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (filled: BudgetForm) =>
      client.call('POST /admin/set-message-budget/:id', { params: { id }, body: bodyOf(filled) }),
    onSuccess: ({ restaurant: saved, msg }) => {
      cache.setQueryData(queryKey, (rows) => rows?.map((row) => (row._id === id ? saved : row)));
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <FormDialog
      title={text.changeTitle({ name })}
      submitLabel={text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() =>
        void form.handleSubmit((filled) => {
          if (!saving.isPending) saving.mutate(filled);
        })()
      }
    >
      <BudgetFields form={form} restaurant={restaurant} />
    </FormDialog>
  );
}

function BudgetFields({ form, restaurant }: { form: UseFormReturn<BudgetForm>; restaurant: RestaurantBudgets }) {
  const { register, control, setFocus, setValue, watch } = form;
  const { errors } = useFormState({ control });
  const { hours } = budgetOf(restaurant, watch('kind'));
  useEffect(() => setFocus('kind'), [setFocus]);
  const kind = register('kind', {
    onChange: ({ target }: { target: { value: BudgetKind } }) =>
      setValue('budget', String(budgetOf(restaurant, target.value).budget), { shouldValidate: true }),
  });
  return (
    <>
      <TextField
        {...muiField(kind)}
        select
        label={text.kind}
        helperText={null}
        slotProps={{ select: { native: true } }}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {text.kinds[one]}
          </option>
        ))}
      </TextField>
      <NumberField
        field={register('budget')}
        label={hours === 1 ? text.perHour : text.perDay}
        error={errors.budget?.message}
        isRequired
      />
    </>
  );
}
