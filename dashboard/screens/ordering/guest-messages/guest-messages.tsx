import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { guestEvents } from '#contract/ordering/guest-events.ts';
import type { GuestMessageSettings } from '#contract/ordering/guest-messages.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { queries } from '../../../api/queries.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formWidth } from '../../../components/form/form-width.ts';
import { Page } from '../../../components/shell/page.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';
import { EventSection } from './event-section.tsx';
import { MessageBudgets } from './message-budgets.tsx';

const text = words.ordering.guestMessages;

/** /dashboard/guest-messages: what guests are told of their orders, and by which channel. */
export function GuestMessages() {
  // The messages are the same at all outlets.
  const mayEdit = useMayEditMenu();
  return (
    <Page title={text.title} back={{ to: paths.settings(), label: words.general.shell.settings }}>
      {mayEdit ? (
        <>
          <Hint>{text.hint}</Hint>
          <Settings />
        </>
      ) : (
        <Card>
          <Notice heading={text.staffHint} action={null} />
        </Card>
      )}
    </Page>
  );
}

function Settings() {
  const { data: settings, error, refetch } = useQuery(queries.guestMessageSettings());
  if (settings !== undefined) return <Loaded settings={settings} />;
  if (error === null) return <LoadingBlock height={480} />;
  return (
    <Card>
      <Failure error={error} place="operation" onRetry={() => void refetch()} />
    </Card>
  );
}

function Loaded({ settings }: { settings: GuestMessageSettings }) {
  return (
    <>
      {guestEvents.map((event) => (
        <EventSection key={event} event={event} settings={settings} />
      ))}
      <Box sx={{ maxWidth: formWidth }}>
        <MessageBudgets budgets={settings.budgets} />
      </Box>
    </>
  );
}
