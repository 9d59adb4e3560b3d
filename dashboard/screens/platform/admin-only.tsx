import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '../../components/feedback/notice.tsx';
import { Page } from '../../components/shell/page.tsx';
import { useSession } from '../../components/shell/use-session.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';

const text = words.platform.admin;

/** A page for admins: everybody else reads what it is, and nothing of what is in it (decision 28). */
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
