import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { type ErrorPlace, errorText } from '#contract/base/error-text.ts';
import { words } from '../../words/words.ts';
import { Failure } from '../feedback/failure.tsx';
import { Notice } from '../feedback/notice.tsx';
import { type OpenIds, openRecord, type RecordKind, useOpenRecord } from '../list/open-entity.ts';
import { Page } from '../shell/page.tsx';

interface RecordPageProps<Kind extends RecordKind, Row extends { _id: OpenIds[Kind] }> {
  kind: Kind;
  /** All records of the kind: the one that is open is among them. */
  query: UseQueryResult<Row[]>;
  /** Whose words a failure gets. */
  errors: ErrorPlace;
  /** Of the page, as long as there is no record to name it after. */
  title: string;
  /** The list it stands in. */
  back: { to: string; label: string };
  /** The page of the record. */
  children: (record: Row) => ReactNode;
}

/** The page about one record: on its way, failed, not there, or found and remembered as the open one (decision 26). */
export function RecordPage<Kind extends RecordKind, Row extends { _id: OpenIds[Kind] }>(
  props: RecordPageProps<Kind, Row>,
) {
  const { kind, query, errors, title, back, children } = props;
  const id = useOpenRecord(kind);
  const record = query.data?.find((one) => one._id === id);
  const found = record?._id;
  useEffect(() => {
    if (found !== undefined) openRecord(kind, found);
  }, [kind, found]);
  if (record !== undefined) return <Fragment key={record._id}>{children(record)}</Fragment>;
  const isMissing = query.data !== undefined && !query.isFetching;
  return (
    <Page title={isMissing ? words.list.missing : title} back={back}>
      {query.isError ? (
        <Card>
          <Failure text={errorText(query.error, errors)} onRetry={() => void query.refetch()} />
        </Card>
      ) : isMissing ? (
        <Card>
          <Notice
            heading={words.list.missingHint}
            action={
              <Button variant="contained" component={Link} to={back.to}>
                {words.list.toList(back.label)}
              </Button>
            }
          />
        </Card>
      ) : (
        <Skeleton aria-busy="true" variant="rounded" height={320} />
      )}
    </Page>
  );
}
