import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#contract/base/limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { DishPicker } from '../../../components/menu/dish-picker.tsx';
import { ChangeSummary } from '../../../components/order/change-summary.tsx';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { ChangedLine } from './changed-line.tsx';
import { draftOf, isTouched, type LineDraft, wantedLines, withDish } from './line-drafts.ts';
import { minutesLeft } from './minutes-left.ts';
import { PresetMinutes, PromiseMinutes } from './promise-minutes.tsx';

const text = words.ordering.change;

interface ChangeFormProps {
  order: Order;
  onClose: () => void;
  /** Told when something is entered that closing would lose, and when it is taken back. */
  onTouched: (isTouched: boolean) => void;
  /** Told when a question is on its way to the server, and when it is answered. */
  onAsking: (isAsking: boolean) => void;
}

/** The lines of the order as they are to be; the figures come from the server while they are changed. */
export function ChangeForm({ order, onClose, onTouched, onAsking }: ChangeFormProps) {
  const [lines, setLines] = useState<readonly LineDraft[]>(() => draftOf(order));
  const [note, setNote] = useState('');
  /** The line that another dish takes the place of; 'new' adds one. */
  const [picking, setPicking] = useState<LineDraft | 'new' | null>(null);
  const pickerId = useId();
  const hintId = useId();
  const picker = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** The button and the picker take each other's place, and the focus goes from one to the other. */
  const addDish = () => {
    flushSync(() => setPicking('new'));
    picker.current?.focus();
  };
  const endPicking = () => {
    flushSync(() => setPicking(null));
    addButton.current?.focus();
  };
  const asking = usePropose(order, onClose);
  useEffect(() => {
    onAsking(asking.isPending);
    return () => onAsking(false);
  }, [asking.isPending, onAsking]);
  const [minutesBefore] = useState(() => minutesLeft(order));
  /** The minutes in which the order is to be ready; null: the promised time stays. */
  const [minutes, setMinutes] = useState<number | null>(null);
  const wanted: Wanted = {
    lines: wantedLines(lines),
    ...(minutes !== null && minutes !== minutesBefore && { preparationTime: minutes }),
  };
  const hasLines = wanted.lines.length > 0;
  const isChanged = isTouched(lines, order) || wanted.preparationTime !== undefined;
  const isReady = hasLines && isChanged;
  const hasEntries = isChanged || note.trim() !== '';
  useEffect(() => onTouched(hasEntries), [hasEntries, onTouched]);
  // A question that was sent may have changed the order already, which cannot be changed as before then.
  const preview = usePreview(order, wanted, isReady && !asking.isPending && !asking.isSuccess);
  const mayAsk =
    isReady && preview.data !== undefined && !preview.isPlaceholderData && preview.error === null && !asking.isPending;
  const change = (draft: LineDraft) =>
    setLines((before) => before.map((line) => (line.key === draft.key ? draft : line)));
  return (
    <>
      <DialogContent
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start', pt: 0 }}
      >
        <Box component="ul" aria-label={text.dishes} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map((line) => (
            <ChangedLine key={line.key} line={line} onChange={change} onReplace={() => setPicking(line)} />
          ))}
        </Box>
        {picking === null ? (
          <Button ref={addButton} startIcon={<Add />} onClick={addDish} sx={{ justifySelf: 'start' }}>
            {text.addDish}
          </Button>
        ) : (
          <Box
            ref={picker}
            component="fieldset"
            aria-labelledby={pickerId}
            tabIndex={-1}
            sx={{ m: 0, minWidth: 0, p: 1.5, borderRadius: 1, border: 1, borderColor: 'divider', outline: 'none' }}
          >
            <Typography id={pickerId} component="p" variant="subtitle2" sx={{ pb: 1 }}>
              {picking === 'new' ? text.addDish : text.insteadOf({ name: picking.name })}
            </Typography>
            <DishPicker
              outletId={order.outletId}
              mode={order.deliveryMode}
              currency={order.currency}
              onPick={(dish) => {
                setLines((before) => withDish(before, picking === 'new' ? null : picking, dish));
                endPicking();
              }}
            />
            <Button onClick={endPicking}>{words.general.form.close}</Button>
          </Box>
        )}
        {order.status === 'Confirmed' && (
          <div>
            <FormControlLabel
              control={<Checkbox checked={minutes !== null} />}
              onChange={(_, isOn) => setMinutes(isOn ? minutesBefore : null)}
              label={text.alsoTime}
              sx={{ minHeight: 'var(--control)' }}
            />
            {minutes !== null && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
                <PromiseMinutes value={minutes} onChange={setMinutes} />
                <PresetMinutes value={minutes} onChange={setMinutes} />
              </Box>
            )}
          </div>
        )}
        <TextField
          label={text.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          helperText={text.noteHint}
          slotProps={{ htmlInput: { maxLength: limits.reason } }}
        />
        <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
          {!hasLines && <Hint id={hintId}>{text.allGone}</Hint>}
          {hasLines && !isChanged && <Hint id={hintId}>{text.nothingChanged}</Hint>}
          {preview.error !== null && isReady && (
            <Typography color="error">{errorText(preview.error, 'operation')}</Typography>
          )}
          {preview.data !== undefined && preview.error === null && isReady && (
            <ChangeSummary {...preview.data} currency={order.currency} timeZone={order.outlet.timeZone} />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.keep}</Button>
        <Button
          variant="contained"
          aria-describedby={isReady ? undefined : hintId}
          {...pressable(mayAsk, () => asking.mutate({ ...wanted, note: note.trim() }))}
        >
          {text.ask}
        </Button>
      </DialogActions>
    </>
  );
}

interface Wanted {
  lines: ReturnType<typeof wantedLines>;
  preparationTime?: number;
}

function usePreview({ _id: orderId, version }: Order, wanted: Wanted, isReady: boolean) {
  return useQuery({
    queryKey: ['changed order', orderId, version, wanted],
    queryFn: ({ signal }) => client.call('POST /order/preview-change', { body: { orderId, ...wanted }, signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

function usePropose({ _id: orderId, orderName }: Order, onAsked: () => void) {
  const cache = useQueryClient();
  const { queryKey } = queries.liveOrders();
  return useMutation({
    scope: { id: `move ${orderId}` },
    mutationFn: async (change: Wanted & { note: string }) =>
      (await client.call('POST /order/propose-change', { body: { orderId, ...change }, signal: changeLimit() })).order,
    onSuccess: (order) => {
      cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, order));
      showToast({ place: 'toast', tone: 'ok', text: text.asked({ number: orderName }) });
      onAsked();
    },
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
}
