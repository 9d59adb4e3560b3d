import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OutletEscalation } from '#contract/kitchen/escalation.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { UnsentMessages } from '../../../components/feedback/unsent-messages.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useIsLimited, useIsOwner, useMayEdit } from '../../../components/shell/restaurant.tsx';
import { WorksNowhere } from '../../../components/shell/works-nowhere.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressParams, withParam } from '../../../routing/use-address-params.ts';
import { queries } from '../../../api/queries.ts';
import { EscalationFields } from './escalation-fields.tsx';
import { UnprovenContacts } from './unproven-contacts.tsx';
import { escalationChanges } from './escalation-form.ts';

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
  const [params, changeParams] = useAddressParams();
  const isLimited = useIsLimited();
  if (outlets === undefined) {
    return error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  const chosen = outlets.find(({ _id }) => _id === params.get('id')) ?? outlets[0];
  if (chosen === undefined) {
    if (isLimited) return <WorksNowhere />;
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
          onChange={(event) => changeParams((current) => withParam(current, 'id', event.target.value))}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: formWidth }}
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
    return error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />;
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
  return <LoadingBlock height={480} />;
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Card>
      <Failure error={error} place="outlets" onRetry={onRetry} />
    </Card>
  );
}
