import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { useSession } from '../../components/use-session.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

const { admin: text } = words;

/** A page for admins: everybody else reads what it is, and nothing of what is in it (decision 6). */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession();
  if (session?.userType === 'admin') return children;
  const isMerchant = session !== null;
  return (
    <Page title={title}>
      <Card>
        <Notice
          heading={text.only}
          sentence={isMerchant ? text.onlyMerchant : text.onlyHint}
          action={
            <Button variant="contained" component={Link} to={isMerchant ? paths.getStarted() : paths.signIn()}>
              {isMerchant ? text.home : text.logIn}
            </Button>
          }
        />
      </Card>
    </Page>
  );
}
