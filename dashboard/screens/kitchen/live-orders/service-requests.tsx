import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import RoomServiceOutlined from '@mui/icons-material/RoomServiceOutlined';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ServiceRequest } from '#contract/dining/dining.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { ring } from '../../../live/new-order-sound.ts';
import { client } from '../../../api/api.ts';
import { Band } from '../../../components/shell/band.tsx';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { tableOf } from '../../../components/order/order-place.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.dining;

/** Tables that want somebody to come or to pay, until somebody says that they go. A new call rings once. */
export function ServiceRequests() {
  const { data: serviceRequests = [] } = useQuery(queries.serviceRequests());
  /** Calls that rang here: the list also changes when one is answered. */
  const known = useRef<ReadonlySet<ServiceRequest['_id']>>(new Set());
  useEffect(() => {
    const ids = serviceRequests.map(({ _id }) => _id);
    if (ids.some((id) => !known.current.has(id))) ring('usual');
    known.current = new Set([...known.current, ...ids]);
  }, [serviceRequests]);
  return serviceRequests.map((request) => <ServiceRequestBand key={request._id} request={request} />);
}

function ServiceRequestBand({ request }: { request: ServiceRequest }) {
  const { _id: id, kind, requestedAt, outletName } = request;
  const { data: outlets = [] } = useQuery(queries.outlets());
  const timeZone = outlets.find(({ _id }) => _id === request.outletId)?.timeZone;
  const cache = useQueryClient();
  const { queryKey } = queries.serviceRequests();
  const answering = useMutation({
    mutationFn: () => client.call('POST /dining/answer-service-request/:id', { params: { id }, signal: changeLimit() }),
    onMutate: () => cache.setQueryData<ServiceRequest[]>(queryKey, (before) => before?.filter((one) => one._id !== id)),
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      void cache.invalidateQueries({ queryKey });
    },
  });
  const facts = [
    ...(outlets.length > 1 ? [outletName] : []),
    ...(timeZone === undefined ? [] : [outletTime(requestedAt, timeZone)]),
  ];
  return (
    <Band
      tone="info"
      Icon={kind === 'bill' ? ReceiptLongOutlined : RoomServiceOutlined}
      action={
        <EditingArea>
          <Button variant="contained" onClick={() => answering.mutate()}>
            {text.going}
          </Button>
        </EditingArea>
      }
    >
      <output>
        <strong>{text.serviceRequests[kind]({ table: tableOf(request) ?? '' })}</strong>
        {facts.length > 0 && ` · ${dotList(facts)}`}
      </output>
    </Band>
  );
}
