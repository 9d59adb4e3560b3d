import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { FindingCode } from '#contract/menu/check/finding.ts';
import type { Finding } from '#contract/menu/menu-check.ts';
import { LoadingBlock } from '../feedback/loading-block.tsx';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../feedback/failure.tsx';
import { findingPath, findingText } from './finding-text.ts';
import { Hint } from '../feedback/hint.tsx';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

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
        <Failure error={check.error} place="setup" onRetry={() => void check.refetch()} />
      ) : (
        <LoadingBlock height={48} />
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
            {showsWarnings && <Warnings findings={warns} />}
          </div>
        </>
      )}
    </>
  );
}

/** Findings of one kind beyond this number are one line, which opens. */
const MOST_SINGLE = 5;

const groupNames: Partial<Record<FindingCode, (count: { count: number }) => string>> = {
  'item.no_image': text.groups.noImage,
  'item.free': text.groups.free,
  'item.diet_doubtful': text.groups.dietDoubtful,
  'item.option_dead_end': text.groups.optionDeadEnd,
  'item.list_never_asked': text.groups.listNeverAsked,
  'item.never_sold_with': text.groups.neverSoldWith,
  'item.in_no_category': text.groups.inNoCategory,
  'category.empty': text.groups.emptyCategory,
  'translation.missing': text.groups.translation,
};

/** The same thing said of many dishes is said once, with their number. */
function Warnings({ findings }: { findings: readonly Finding[] }) {
  const kinds = Object.entries(Object.groupBy(findings, ({ code }) => code)) as [FindingCode, Finding[]][];
  const groups = kinds.filter(([code, found]) => found.length > MOST_SINGLE && groupNames[code] !== undefined);
  const isGrouped = new Set(groups.map(([code]) => code));
  const single = findings.filter(({ code }) => !isGrouped.has(code));
  return (
    <>
      {groups.map(([code, found]) => (
        <WarningGroup key={code} name={groupNames[code]!({ count: found.length })} findings={found} />
      ))}
      {single.length > 0 && <FindingList name={text.warns} findings={single} />}
    </>
  );
}

function WarningGroup({ name, findings }: { name: string; findings: readonly Finding[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box sx={{ borderBlockStart: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.5 }}>
        <Typography sx={{ flex: 1, minWidth: 0 }}>{name}</Typography>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.hide : text.show}
          <Box component="span" sx={visuallyHidden}>
            {name}
          </Box>
        </Button>
      </Box>
      <Box id={id} hidden={!isOpen} sx={{ paddingInlineStart: 2 }}>
        {isOpen && <FindingList name={name} findings={findings} />}
      </Box>
    </Box>
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
            key={`${finding.code} ${finding.subject.id} ${finding.mode ?? ''} ${finding.outlet?._id ?? ''} ${finding.language ?? ''} ${finding.option ?? ''} ${finding.list ?? ''}`}
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
