import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isId, type OrderId } from '#contract/base/ids.ts';
import type { AuditEntry } from '#contract/staff/audit-log.ts';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { client } from '../../api/api.ts';
import { DottedFacts } from '../../components/feedback/dotted-facts.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Page } from '../../components/shell/page.tsx';
import { readExportFile, saveFile } from '../../components/feedback/save-file.ts';
import { secondText } from '../../words/dates.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { ProofDialog } from '../accounts/security/proof-dialog.tsx';
import { OwnerOnly } from './owner-only.tsx';
import { auditSentence } from './audit-log-sentences.ts';
import { auditFacts } from './audit-log-facts.ts';

const text = words.staff.auditLog;
/** An actor of another kind is shown by that of the server. */
const actorKinds: Partial<Record<string, string>> = text.actorKinds;

/** /dashboard/record: who did what in the restaurant, the newest first (ST-05, R85). */
export function AuditLog() {
  return (
    <OwnerOnly title={text.title}>
      <AuditLogPage />
    </OwnerOnly>
  );
}

function AuditLogPage() {
  const query = useInfiniteQuery({
    queryKey: ['audit log'],
    queryFn: ({ pageParam: before, signal }) =>
      client.call('GET /audit/entries', { query: before === 0 ? {} : { before }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ entries }) => {
      const oldest = entries.at(-1)?.number ?? 1;
      return oldest > 1 ? oldest : undefined;
    },
  });
  const [first] = query.data?.pages ?? [];
  return (
    <Page
      title={text.title}
      back={{ to: paths.settings(), label: words.general.shell.settings }}
      tools={first !== undefined && first.total > 0 && <ExportButton />}
    >
      {first === undefined ? (
        <Card>
          {query.isError ? (
            <Failure error={query.error} place="setup" onRetry={() => void query.refetch()} />
          ) : (
            <LoadingBlock height={240} />
          )}
        </Card>
      ) : first.total === 0 ? (
        <Card>
          <Notice heading={text.none} sentence={text.noneHint} action={null} />
        </Card>
      ) : (
        <>
          <Alert severity={first.isWhole ? 'success' : 'error'}>
            {text.hint} {first.isWhole ? text.chainHolds : text.chainBroken}
          </Alert>
          <Card component="section" sx={{ px: 2.5, py: 1 }}>
            <Box
              component="ol"
              reversed
              start={first.total}
              aria-label={text.title}
              sx={{ listStyle: 'none', m: 0, p: 0 }}
            >
              {query.data?.pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <Row key={entry.number} entry={entry} />
                ))}
            </Box>
          </Card>
          {query.isFetchNextPageError && (
            <Typography role="alert" color="error">
              {errorText(query.error, 'setup')}
            </Typography>
          )}
          {query.hasNextPage && (
            <Button
              variant="outlined"
              onClick={() => {
                if (!query.isFetching) void query.fetchNextPage();
              }}
              sx={{ justifySelf: 'start', alignSelf: 'start' }}
            >
              {text.older}
            </Button>
          )}
        </>
      )}
    </Page>
  );
}

function ExportButton() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {text.exportAll}
      </Button>
      {isAsking && (
        <ProofDialog
          title={text.exportTitle}
          hint={text.exportHint}
          confirmLabel={text.exportConfirm}
          busyLabel={text.exporting}
          errors="operation"
          onProof={async (proof) => {
            const response = await client.file('POST /audit/export', { body: proof });
            saveFile(await readExportFile(response, () => undefined), 'record.csv');
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const { number, at, actor, action, subject, details } = entry;
  const kind = actorKinds[actor.kind] ?? actor.kind;
  const facts = auditFacts(details);
  const orderId = orderOfPayment(entry);
  return (
    <Box
      component="li"
      sx={{
        py: 1.5,
        display: 'grid',
        gap: 0.25,
        borderBlockEnd: 1,
        borderColor: 'divider',
        '&:last-child': { border: 0 },
      }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{auditSentence(action, subject)}</Typography>
      {facts.length > 0 && (
        <DottedFacts>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </DottedFacts>
      )}
      <DottedFacts variant="body2" color="textSecondary">
        <span>{words.general.list.pair({ first: actor.name, second: kind })}</span>
        <time dateTime={at}>{secondText(at)}</time>
        <span>{text.entry({ number })}</span>
        {orderId !== null && (
          <MuiLink component={Link} to={paths.order(orderId)} sx={{ minHeight: 24, alignContent: 'center' }}>
            {text.openOrder}
          </MuiLink>
        )}
      </DottedFacts>
    </Box>
  );
}

/** The order whose payment the entry is about: its subject is the id, which nobody can read. */
function orderOfPayment({ action, subject }: AuditEntry): OrderId | null {
  return action.startsWith('payment.') && isId(subject) ? (subject as OrderId) : null;
}
