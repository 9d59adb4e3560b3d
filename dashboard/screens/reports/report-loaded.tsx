import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Failure } from '../../components/feedback/failure.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { readReport, writeReport } from './report-view.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.reports;

interface ReportLoadedProps<Report> {
  query: UseQueryResult<Report>;
  isEmpty: (report: Report) => boolean;
  children: (report: Report) => ReactNode;
}

/** A report in its four states (M14). */
export function ReportLoaded<Report>({ query, isEmpty, children }: ReportLoadedProps<Report>) {
  if (query.data === undefined) {
    return query.isError ? (
      <Card>
        <Failure text={errorText(query.error, 'operation')} onRetry={() => void query.refetch()} />
      </Card>
    ) : (
      <Skeleton aria-busy="true" variant="rounded" height={320} />
    );
  }
  return isEmpty(query.data) ? <Nothing /> : children(query.data);
}

function Nothing() {
  const [params, setParams] = useSearchParams();
  const view = readReport(params);
  const isWide = view.range === 'last-30-days' || view.range === 'custom';
  return (
    <Card>
      <Notice
        heading={text.none}
        sentence={text.noneHint}
        action={
          isWide ? (
            <Button variant="contained" component={Link} to={paths.getStarted()}>
              {text.toStart}
            </Button>
          ) : (
            <Button
              variant="contained"
              onClick={() => setParams(writeReport({ ...view, range: 'last-30-days' }), { preventScrollReset: true })}
            >
              {text.showMonth}
            </Button>
          )
        }
      />
    </Card>
  );
}
