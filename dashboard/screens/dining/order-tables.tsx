import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { DiningTable } from '#contract/dining/dining.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { SortableList } from '../../components/list/sortable-list.tsx';
import { words } from '../../words/words.ts';
import { useArrange } from './use-arrange.ts';
import { tableLabel } from '../../components/order/order-place.ts';

const text = words.dining;

interface OrderTablesProps {
  tables: readonly DiningTable[];
  onClose: () => void;
}

/** The tables in the order they are printed in; each move is saved as it is made. */
export function OrderTables({ tables, onClose }: OrderTablesProps) {
  const titleId = useId();
  const arrange = useArrange(tables[0]!.outletId);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.orderTitle}</DialogTitle>
      <DialogContent sx={{ pt: 0 }}>
        <Hint>{text.orderHint}</Hint>
        <SortableList
          label={text.tables}
          rows={tables}
          rowId={(table) => table._id}
          rowName={(table) => table.name}
          onReorder={(rows) => arrange({ tables: rows })}
        >
          {(table) => <Typography sx={{ overflowWrap: 'anywhere' }}>{tableLabel(table.name)}</Typography>}
        </SortableList>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
