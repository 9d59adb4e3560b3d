import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { OutletEscalation } from '#contract/kitchen/escalation.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { UnsentMessages } from '../../../components/feedback/unsent-messages.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useIsOwner, useMayEdit } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { EscalationFields } from './escalation-fields.tsx';
import { UnprovenContacts } from './unproven-contacts.tsx';
import { escalationChanges } from './escalation-form.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.kitchen.escalation;

/** /dashboard/alarms: what happens at an outlet while nobody accepts an order. */
export function EscalationSettings() {
  const mayEdit = useMayEdit();
  const isOwner = useIsOwner();
  return (
    <Page title={text.title} back={{ to: paths.settings(), label: words.general.shell.settings }}>
      {isOwner && <UnsentMessages />}
      {mayEdit ? (
        <Outlets />
      ) : (
        <Card>
          <Notice heading={text.staffHint} action={null} />
        </Card>
      )}
    </Page>
  );
}

function Outlets() {
  const { data: outlets, error, refetch } = useQuery(queries.outlets());
  const [params, setParams] = useSearchParams();
  if (outlets === undefined) {
    return error === null ? <Loading /> : <Failed text={errorText(error, 'outlets')} onRetry={() => void refetch()} />;
  }
  const chosen = outlets.find(({ _id }) => _id === params.get('id')) ?? outlets[0];
  if (chosen === undefined) {
    return (
      <Card>
        <Notice
          heading={text.noOutlets}
          sentence={text.noOutletsHint}
          action={
            <Button variant="contained" component={Link} to={paths.outlets()}>
              {text.toOutlets}
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <>
      <Hint>{text.hint}</Hint>
      {outlets.length > 1 && (
        <TextField
          select
          label={text.outlet}
          value={chosen._id}
          helperText={null}
          onChange={(event) => setParams({ id: event.target.value })}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: 720 }}
        >
          {outlets.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </TextField>
      )}
      <EscalationOfOutlet key={chosen._id} outlet={chosen} />
    </>
  );
}

function EscalationOfOutlet({ outlet: { _id: id } }: { outlet: Outlet }) {
  const { data: escalation, error, refetch } = useQuery(queries.outletEscalation(id));
  const cache = useQueryClient();
  const saved = useSaved(id);
  if (escalation === undefined) {
    return error === null ? <Loading /> : <Failed text={errorText(error, 'outlets')} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <UnprovenContacts
        outletId={id}
        escalation={escalation}
        onProven={(proven) => cache.setQueryData(queries.outletEscalation(id).queryKey, proven)}
      />
      <EscalationFields
        escalation={escalation}
        save={(form) =>
          client.call('POST /outlet/update-escalation/:id', { params: { id }, body: escalationChanges(form) })
        }
        onSaved={saved}
      />
    </>
  );
}

function useSaved(id: OutletId) {
  const cache = useQueryClient();
  return ({ escalation, msg }: { escalation: OutletEscalation; msg: string }) => {
    cache.setQueryData(queries.outletEscalation(id).queryKey, escalation);
    showToast({ place: 'bar', tone: 'ok', text: msg });
  };
}

function Loading() {
  return <Skeleton aria-busy="true" variant="rounded" height={480} />;
}

function Failed({ text: sentence, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Card>
      <Failure text={sentence} onRetry={onRetry} />
    </Card>
  );
}
