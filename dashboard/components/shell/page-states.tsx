import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { Link } from 'react-router';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { Page } from './page.tsx';
import { useSession } from './use-session.ts';

/** While the first page is fetched. */
export function LoadingPage() {
  return <LinearProgress aria-label={words.general.shell.loading} />;
}

/** The page broke, or its code could not be fetched: after an update of the product the old files are gone. */
export function PageFailed() {
  return (
    <Box role="alert">
      <Notice
        heading={words.general.shell.pageFailed}
        sentence={words.general.shell.pageFailedHint}
        action={
          <Button variant="contained" onClick={() => location.reload()}>
            {words.general.shell.reload}
          </Button>
        }
      />
    </Box>
  );
}

/** No page has this address, or none for who is signed in: with the way to the first of theirs. */
export function PageMissing() {
  const session = useSession();
  const isMerchant = session?.userType === 'merchant';
  return (
    <Page title={words.general.shell.pageMissing}>
      <Card>
        <Notice
          heading={words.general.shell.pageMissingHint}
          action={
            session === null ? null : (
              <Button variant="contained" component={Link} to={isMerchant ? paths.getStarted() : paths.users()}>
                {isMerchant ? words.general.shell.toStart : words.general.shell.toUsers}
              </Button>
            )
          }
        />
      </Card>
    </Page>
  );
}
