import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallAnswer } from '#contract/base/client.ts';
import type { ImportPreview } from '#contract/menu/menu-import.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { words } from '../../../words/words.ts';
import { Counts } from './counts.tsx';
import { PreviewChanges } from './preview-changes.tsx';
import { Problems } from './problems.tsx';
import { commaList } from '../../../words/lists.ts';
import { sayProblem } from '../../../words/say-answer.ts';

const text = words.menu.import;

export type ImportAnswer = CallAnswer<'POST /menu/import'>;

interface PreviewProps {
  query: UseQueryResult<ImportAnswer>;
  /** Share of the file that has been sent, from 0 to 1; null while nothing is sent. */
  progress: number | null;
  isImporting: boolean;
  onImport: () => void;
}

/** Changes that the import would make, or all problems that keep it from running. */
export function Preview({ query, progress, isImporting, onImport }: PreviewProps) {
  const { data } = query;
  return (
    <Section heading={text.preview}>
      <Box component="output" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {data !== undefined && verdict(data)}
      </Box>
      {data === undefined ? (
        query.isError ? (
          <Failure error={query.error} place="setup" onRetry={() => void query.refetch()} />
        ) : (
          <Sending progress={progress} pendingText={text.reading} />
        )
      ) : data.preview === null ? (
        <>
          <Hint>{text.problemsHint}</Hint>
          <Problems name={text.wrong} problems={data.problems} count={data.problemCount} />
        </>
      ) : (
        <>
          <Warnings answer={data} />
          {data.preview.changesAnything && (
            <Changes preview={data.preview}>
              {isImporting ? (
                <Sending progress={progress} pendingText={text.importing} />
              ) : (
                <div>
                  <Button variant="contained" onClick={onImport}>
                    {text.import}
                  </Button>
                </div>
              )}
            </Changes>
          )}
        </>
      )}
    </Section>
  );
}

function verdict({ preview, problemCount }: ImportAnswer): string {
  if (preview === null) return text.problems({ count: problemCount });
  if (!preview.changesAnything) return text.idle;
  return preview.menu.isNew ? text.intoFresh({ menu: preview.menu.name }) : text.intoKnown({ menu: preview.menu.name });
}

function Warnings({ answer: { warnings } }: { answer: ImportAnswer }) {
  if (warnings.length === 0) return null;
  return (
    <Alert severity="warning" role="note">
      <Typography sx={{ fontWeight: 600 }}>{text.warnings({ count: warnings.length })}</Typography>
      {Object.entries(Object.groupBy(warnings, ({ code }) => code)).map(([code, alike]) => (
        <WarningGroup key={code} warnings={alike} />
      ))}
    </Alert>
  );
}

/** Warnings of one kind that are shown before somebody asks for the others. */
const FIRST = 3;

function WarningGroup({ warnings }: Pick<ImportAnswer, 'warnings'>) {
  const [showsAll, setShowsAll] = useState(false);
  const rest = warnings.length - FIRST;
  return (
    <>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
        {(showsAll ? warnings : warnings.slice(0, FIRST)).map(({ row, place, ...problem }) => (
          <Box component="li" key={`${row} ${place} ${sayProblem(problem)}`} sx={{ overflowWrap: 'anywhere' }}>
            {row === null
              ? text.warning({ place, sentence: sayProblem(problem) })
              : text.warningInRow({ row, place, sentence: sayProblem(problem) })}
          </Box>
        ))}
      </Box>
      {rest > 0 && !showsAll && (
        <Button color="inherit" onClick={() => setShowsAll(true)} sx={{ px: 1 }}>
          {text.moreWarnings({ count: rest })}
        </Button>
      )}
    </>
  );
}

/** The button stands above the list: that may be long. */
function Changes({ preview, children }: { preview: ImportPreview; children: ReactNode }) {
  const { menu, counts, leavingItems, removed } = preview;
  const leaving = [
    [leavingItems, text.takenOff],
    [removed.categories, text.removedCategories],
    [removed.lists, text.removedLists],
    [removed.modifiers, text.removedModifiers],
  ] as const;
  const left = leaving.flatMap(([names, said]) => (names.length === 0 ? [] : said({ names: commaList(names) })));
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {menu.isLive ? text.isLive : text.isDraft}
      </Typography>
      <Counts counts={counts} />
      {left.length > 0 && (
        <Alert severity="info" role="note">
          <Typography sx={{ fontWeight: 600 }}>{text.leaving}</Typography>
          {left.map((sentence) => (
            <Typography key={sentence} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Typography>
          ))}
        </Alert>
      )}
      {children}
      <PreviewChanges preview={preview} />
    </>
  );
}

/** How much of the file has left; then it is with the server. */
function Sending({ progress, pendingText }: { progress: number | null; pendingText: string }) {
  const isSending = progress !== null && progress < 1;
  const said = isSending ? text.sending : pendingText;
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: 480 }} aria-busy="true">
      <Typography variant="body2">{said}</Typography>
      <LinearProgress
        aria-label={said}
        {...(isSending && { variant: 'determinate', value: Math.round(progress * 100) })}
      />
    </Box>
  );
}
