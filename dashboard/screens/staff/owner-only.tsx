import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../../components/feedback/notice.tsx';
import { Page } from '../../components/shell/page.tsx';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';

const text = words.staff.people;

/** A page for owners: the others of the restaurant read so, instead of a failure. */
export function OwnerOnly({ title, children }: { title: string; children: ReactNode }) {
  const { data: me } = useQuery(queries.me());
  if (me === undefined || me.role === 'owner') return children;
  return (
    <Page title={title}>
      <Card>
        <Notice heading={text.ownersOnly} sentence={text.ownersOnlyHint} action={null} />
      </Card>
    </Page>
  );
}
