import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { words } from '../../words/words.ts';
import { useAddressParams } from '../../routing/use-address-params.ts';
import { paths } from '../../routing/paths.ts';
import { readReport, writeReport } from './report-view.ts';

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
        <Failure error={query.error} place="operation" onRetry={() => void query.refetch()} />
      </Card>
    ) : (
      <LoadingBlock height={320} />
    );
  }
  return isEmpty(query.data) ? <Nothing /> : children(query.data);
}

function Nothing() {
  const [params, changeParams] = useAddressParams();
  const { range } = readReport(params);
  const isWide = range === 'last-30-days' || range === 'custom';
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
              onClick={() => changeParams((current) => writeReport({ ...readReport(current), range: 'last-30-days' }))}
            >
              {text.showMonth}
            </Button>
          )
        }
      />
    </Card>
  );
}
