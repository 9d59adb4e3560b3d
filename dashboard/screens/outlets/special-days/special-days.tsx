import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OutletId, SpecialDayId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { SpecialDay } from '#contract/outlets/special-days.ts';
import { wallTime } from '#contract/base/time.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { useDeleteWithUndo } from '../../../components/list/delete-with-undo.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useNow } from '../../../components/live/use-now.ts';
import { words } from '../../../words/words.ts';
import { outletsKey, queries } from '../../../api/queries.ts';
import { SpecialDayFields } from './special-day-fields.tsx';
import { comingDays, emptySpecialDay, specialDayForm, specialDayRequest } from './special-day-form.ts';
import { SpecialDayList } from './special-day-list.tsx';
import { NextStep, OutletStepPage } from '../wizard/wizard-page.tsx';

const text = words.outlets.specialDays;

/** /dashboard/outlets/create/special-days and /dashboard/outlets/edit/special-days */
export function SpecialDays() {
  return (
    <OutletStepPage step="special-days">
      {(outlet) => (
        <>
          <Hint>{text.hint}</Hint>
          <Days outlet={outlet} />
          <NextStep step="special-days" outlet={outlet} />
        </>
      )}
    </OutletStepPage>
  );
}

/** Which day the form is about: one that is there, a new one, or none: there is no form. */
type Open = SpecialDay | 'new' | null;

function Days({ outlet }: { outlet: Outlet }) {
  const { data, error, refetch } = useQuery(queries.specialDays(outlet._id));
  const today = wallTime(useNow(60_000), outlet.timeZone).date;
  const [open, setOpen] = useState<Open>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const onDelete = useDeleteWithUndo<SpecialDay>({
    listKey: queries.specialDays(outlet._id).queryKey,
    rowId: (day) => day._id,
    remove: ({ _id: id }) => client.call('DELETE /outlet/delete-special-day/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /outlet/restore-special-day/:id', { params: { id } }),
    alsoChanges: [outletsKey],
    errors: 'outlets',
  });
  const close = () => {
    setOpen(null);
    // Once the button is back.
    setTimeout(() => addButton.current?.focus());
  };
  if (data === undefined) {
    if (error === null) return <LoadingBlock height={200} />;
    return (
      <Card>
        <Failure error={error} place="outlets" onRetry={() => void refetch()} />
      </Card>
    );
  }
  const days = comingDays(data, today);
  const add = (
    <Button ref={addButton} variant="contained" onClick={() => setOpen('new')}>
      {text.add}
    </Button>
  );
  return (
    <>
      {open !== null && (
        <DayForm
          key={open === 'new' ? open : open._id}
          outletId={outlet._id}
          day={open === 'new' ? null : (data.find(({ _id }) => _id === open._id) ?? open)}
          today={today}
          onClose={close}
        />
      )}
      {days.length > 0 && (
        <>
          {open === null && <Box>{add}</Box>}
          <SpecialDayList
            days={days}
            actions={open === null ? { onEdit: setOpen, onDelete: (day) => void onDelete(day) } : null}
          />
        </>
      )}
      {days.length === 0 && open === null && (
        <Card>
          <Notice heading={text.none} sentence={text.noneHint} action={add} />
        </Card>
      )}
    </>
  );
}

interface DayFormProps {
  outletId: OutletId;
  /** Null for a new one. */
  day: SpecialDay | null;
  today: string;
  onClose: () => void;
}

function DayForm({ outletId, day, today, onClose }: DayFormProps) {
  const cache = useQueryClient();
  const isShown = useIsShown();
  const id: OutletId | SpecialDayId = day?._id ?? outletId;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card sx={{ overflow: 'visible' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2, pb: 1 }}>
        <Typography
          ref={heading}
          tabIndex={-1}
          variant="h2"
          sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', outline: 'none' }}
        >
          {day === null ? text.newTitle : text.editTitle({ reason: day.reason })}
        </Typography>
        <Button onClick={onClose}>{text.cancel}</Button>
      </Box>
      <SpecialDayFields
        values={day === null ? emptySpecialDay : specialDayForm(day)}
        today={today}
        save={(form) =>
          client.call('POST /outlet/update-special-day/:id', { params: { id }, body: specialDayRequest(form) })
        }
        onSaved={({ specialDay, msg }) => {
          cache.setQueryData(queries.specialDays(outletId).queryKey, (days) => [
            ...(days ?? []).filter((one) => one._id !== specialDay._id),
            specialDay,
          ]);
          void cache.invalidateQueries({ queryKey: outletsKey });
          showToast({ place: 'bar', tone: 'ok', text: msg });
          if (isShown()) onClose();
        }}
      />
    </Card>
  );
}
