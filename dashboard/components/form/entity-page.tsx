import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { LoadingBlock } from '../feedback/loading-block.tsx';
import { words } from '../../words/words.ts';
import { Failure } from '../feedback/failure.tsx';
import { Notice } from '../feedback/notice.tsx';
import { type OpenIds, openEntity, type EntityKind, useOpenEntity } from '../list/open-entity.ts';
import { Page } from '../shell/page.tsx';

interface EntityPageProps<Kind extends EntityKind, Row extends { _id: OpenIds[Kind] }> {
  kind: Kind;
  /** All entities of the kind: the one that is open is among them. */
  query: UseQueryResult<Row[]>;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
  /** Title of the page, as long as there is no entity to name it after. */
  title: string;
  /** The list it stands in. */
  back: { to: string; label: string };
  /** The page of the entity. */
  children: (entity: Row) => ReactNode;
}

/** The page about one entity: on its way, failed, not there, or found and remembered as the open one (decision 26). */
export function EntityPage<Kind extends EntityKind, Row extends { _id: OpenIds[Kind] }>(
  props: EntityPageProps<Kind, Row>,
) {
  const { kind, query, errors, title, back, children } = props;
  const id = useOpenEntity(kind);
  const entity = query.data?.find((one) => one._id === id);
  const foundId = entity?._id;
  useEffect(() => {
    if (foundId !== undefined) openEntity(kind, foundId);
  }, [kind, foundId]);
  if (entity !== undefined) return <Fragment key={entity._id}>{children(entity)}</Fragment>;
  const isMissing = query.data !== undefined && !query.isFetching;
  return (
    <Page title={isMissing ? words.general.list.missing : title} back={back}>
      {query.isError ? (
        <Card>
          <Failure error={query.error} place={errors} onRetry={() => void query.refetch()} />
        </Card>
      ) : isMissing ? (
        <Card>
          <Notice
            heading={words.general.list.missingHint}
            action={
              <Button variant="contained" component={Link} to={back.to}>
                {words.general.list.toList({ list: back.label })}
              </Button>
            }
          />
        </Card>
      ) : (
        <LoadingBlock height={320} />
      )}
    </Page>
  );
}
