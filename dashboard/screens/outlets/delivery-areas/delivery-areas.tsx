import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import { client } from '../../../api/api.ts';
import { amountText } from '../../../components/order/amount.ts';
import { useDeleteWithUndo } from '../../../components/list/delete-with-undo.ts';
import { ListCard } from '../../../components/list/list-page.tsx';
import type { Column } from '../../../components/list/list-table.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { deleteAction, editAction, RowMenu } from '../../../components/list/row-menu.tsx';
import { words } from '../../../words/words.ts';
import { paths, type WizardTask } from '../../../routing/paths.ts';
import { outletsKey, queries } from '../../../api/queries.ts';
import { ZonesCard } from './zones-card.tsx';
import { useWizardTask } from '../wizard/use-wizard.ts';
import { NextStep, OutletStepPage } from '../wizard/wizard-page.tsx';

const text = words.outlets.deliveryAreas;
const empty = { heading: text.none, sentence: text.noneHint };

function columns(
  currency: string,
  task: WizardTask,
  onDelete: (area: DeliveryArea) => void,
): readonly Column<DeliveryArea>[] {
  return [
    {
      key: 'areaName',
      label: text.areaName,
      cell: (area) => (
        <MuiLink component={Link} to={paths.deliveryArea(area._id, task)} sx={{ py: 1.5 }}>
          {area.areaName}
        </MuiLink>
      ),
      sortBy: (area) => area.areaName,
      isName: true,
      isFreeText: true,
    },
    {
      key: 'minBasketValue',
      label: text.minBasketValue,
      cell: (area) => amountText(area.minBasketValue, currency),
      sortBy: (area) => area.minBasketValue,
    },
    {
      key: 'deliveryFee',
      label: text.deliveryFee,
      cell: (area) => (area.deliveryFee === 0 ? text.free : amountText(area.deliveryFee, currency)),
      sortBy: (area) => area.deliveryFee,
    },
    {
      key: 'actions',
      label: words.general.list.actions,
      width: 72,
      isMenu: true,
      cell: (area) => (
        <RowMenu
          name={area.areaName}
          actions={[editAction(paths.deliveryArea(area._id, task)), deleteAction(() => onDelete(area))]}
        />
      ),
    },
  ];
}

/** /dashboard/outlets/create/ordering-services/delivery-area and its edit variant */
export function DeliveryAreas() {
  return <OutletStepPage step="delivery-area">{(outlet) => <AreaList outlet={outlet} />}</OutletStepPage>;
}

function AreaList({ outlet }: { outlet: Outlet }) {
  const { currency } = useRestaurant();
  const task = useWizardTask();
  const query = useQuery(queries.deliveryAreas(outlet._id));
  const onDelete = useDeleteWithUndo<DeliveryArea>({
    listKey: queries.deliveryAreas(outlet._id).queryKey,
    rowId: (area) => area._id,
    remove: ({ _id: id }) => client.call('DELETE /outlet/delete-deliver-area/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /outlet/restore-delivery-area/:id', { params: { id } }),
    alsoChanges: [outletsKey],
    errors: 'operation',
  });
  const count = query.data?.length ?? 0;
  return (
    <>
      {count > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h2" sx={{ flex: 1 }}>
            {text.count({ count })}
          </Typography>
          <AddArea outlet={outlet} />
        </Box>
      )}
      <ListCard
        title={words.outlets.wizard.titles['delivery-area']}
        query={query}
        errors="operation"
        columns={columns(currency, task, (area) => void onDelete(area))}
        rowId={(area) => area._id}
        search={{
          label: text.search,
          texts: (area) => [area.areaName, ...Object.values(area.areaNameTranslations)],
          hasButton: false,
        }}
        filter={null}
        empty={empty}
        action={<AddArea outlet={outlet} />}
      />
      {count > 0 && <ZonesCard outlet={outlet} areas={query.data ?? []} />}
      <NextStep step="delivery-area" outlet={outlet} />
    </>
  );
}

function AddArea({ outlet }: { outlet: Outlet }) {
  return (
    <Button variant="contained" component={Link} to={paths.createDeliveryArea(outlet._id, useWizardTask())}>
      {text.add}
    </Button>
  );
}
