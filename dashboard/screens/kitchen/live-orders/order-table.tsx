import CleaningServices from '@mui/icons-material/CleaningServicesOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { PaidOnline } from '../../../components/order/paid-online.tsx';
import { ClearTable } from '../../../components/order/clear-table.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';

/** While guests share a basket at the table of the order: whoever serves them ends it when they have gone. */
export function OrderTable({ order: { tableId, tableName, outletId } }: { order: Order }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { data: tableSessions = [] } = useQuery({ ...queries.tableSessions(outletId), enabled: tableId !== null });
  const tableInUse = tableSessions.find((one) => one.tableId === tableId);
  if (tableId === null || tableInUse === undefined) return null;
  return (
    <>
      <PaidOnline bill={tableInUse.bill} />
      <Button
        startIcon={<CleaningServices />}
        aria-haspopup="dialog"
        onClick={() => setDialogOpen(true)}
        sx={{ justifySelf: 'start', marginInlineStart: -1, px: 1 }}
      >
        {words.dining.clear}
      </Button>
      {isDialogOpen && (
        <ClearTable
          tableId={tableId}
          name={tableName ?? ''}
          guests={tableInUse.participants}
          bill={tableInUse.bill}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  );
}
