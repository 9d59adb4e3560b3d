import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import type { Colleague } from '#contract/staff/staff.ts';
import { client } from '../../api/api.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { OutletsField } from './outlets-field.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.staff.people;

/** Where a colleague works. It is there as long as it is drawn. */
export function OutletsDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const [outletIds, setOutletIds] = useState<OutletId[] | null>(colleague.outletIds);
  const [isTried, setTried] = useState(false);
  const cache = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      client.call('POST /staff/update-role/:id', {
        params: { id: colleague._id },
        body: { role: colleague.role, outletIds },
      }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      onClose();
    },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') }),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.staff().queryKey }),
  });
  const isMissing = outletIds?.length === 0;
  return (
    <FormDialog
      title={text.outletsTitle({ name: `${colleague.firstName} ${colleague.lastName}` })}
      submitLabel={text.outletsSave}
      cancelLabel={text.cancel}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (!isMissing && !saving.isPending) saving.mutate();
      }}
    >
      <Typography>{text.outletsHint}</Typography>
      <OutletsField
        value={outletIds}
        onChange={setOutletIds}
        error={isTried && isMissing ? text.outletsNeeded : null}
      />
    </FormDialog>
  );
}
