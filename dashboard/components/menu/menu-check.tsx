import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Finding } from '#contract/menu/menu-check.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../feedback/failure.tsx';
import { findingPath, findingText } from './finding-text.ts';
import { Hint } from '../feedback/hint.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.menu.check;

/** Most findings shown at once; fixing these brings up the next. */
const MOST = 20;

/** "Can a guest really order this?": what keeps guests from it, each with the way to mend it, and what only looks unfinished. */
export function MenuCheck() {
  const check = useQuery(queries.menuCheck());
  return (
    <Card component="section" sx={{ p: 2.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Typography variant="h2">{text.title}</Typography>
      {check.data !== undefined ? (
        <Findings findings={check.data} />
      ) : check.isError ? (
        <Failure text={errorText(check.error, 'setup')} onRetry={() => void check.refetch()} />
      ) : (
        <Skeleton aria-busy="true" variant="rounded" height={48} />
      )}
    </Card>
  );
}

/** Above a list: what the check says about its records. Nothing where all is well. */
export function ListFindings({ kinds }: { kinds: readonly Finding['subject']['kind'][] }) {
  const { data = [] } = useQuery(queries.menuCheck());
  const findings = data.filter(({ subject }) => kinds.includes(subject.kind));
  if (findings.length === 0) return null;
  const blocked = findings.filter(({ severity }) => severity === 'blocks').length;
  return (
    <Card
      component="section"
      aria-label={text.title}
      sx={{ px: 2, py: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      {blocked > 0 && <Verdict blocked={blocked} />}
      <BySeverity findings={findings} />
    </Card>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <Verdict blocked={findings.filter(({ severity }) => severity === 'blocks').length} />
      <BySeverity findings={findings} />
    </>
  );
}

/** Findings that block orders are in sight; warnings are folded away. */
function BySeverity({ findings }: { findings: readonly Finding[] }) {
  const [showsWarnings, setShowsWarnings] = useState(false);
  const warningsId = useId();
  const blocks = findings.filter(({ severity }) => severity === 'blocks');
  const warns = findings.filter(({ severity }) => severity === 'warns');
  return (
    <>
      {blocks.length > 0 && <FindingList name={text.blocks} findings={blocks} />}
      {warns.length > 0 && (
        <>
          <div>
            <Button
              aria-expanded={showsWarnings}
              aria-controls={warningsId}
              onClick={() => setShowsWarnings(!showsWarnings)}
              sx={{ marginInlineStart: -2, textAlign: 'start' }}
            >
              {showsWarnings ? text.hideWarns : text.showWarns({ count: warns.length })}
            </Button>
          </div>
          <div id={warningsId} hidden={!showsWarnings}>
            {showsWarnings && <FindingList name={text.warns} findings={warns} />}
          </div>
        </>
      )}
    </>
  );
}

function Verdict({ blocked }: { blocked: number }) {
  const isClear = blocked === 0;
  const Icon = isClear ? CheckCircle : ErrorOutlined;
  return (
    <Box sx={{ display: 'flex', gap: 1, color: isClear ? 'success.main' : 'error.main' }}>
      <Icon aria-hidden />
      <Typography sx={{ fontWeight: 600 }}>{isClear ? text.clear : text.blocked({ count: blocked })}</Typography>
    </Box>
  );
}

function FindingList({ name, findings }: { name: string; findings: readonly Finding[] }) {
  const rest = findings.length - MOST;
  return (
    <>
      <Box component="ul" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {findings.slice(0, MOST).map((finding) => (
          <FindingRow
            key={`${finding.code} ${finding.subject.id} ${finding.mode ?? ''} ${finding.outlet?._id ?? ''} ${finding.language ?? ''}`}
            finding={finding}
          />
        ))}
      </Box>
      {rest > 0 && <Hint>{text.more({ count: rest })}</Hint>}
    </>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  const sentence = findingText(finding);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, borderBlockStart: 1, borderColor: 'divider', py: 0.5 }}
    >
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{sentence}</Typography>
      <Button component={Link} to={findingPath(finding)} aria-label={text.fixOf({ sentence })}>
        {text.fix}
      </Button>
    </Box>
  );
}
