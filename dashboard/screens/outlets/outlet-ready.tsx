import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OutletId } from '#contract/base/ids.ts';
import type { Finding } from '#contract/menu/menu-check.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { queries } from '../../api/queries.ts';
import { EntityFindings } from '../../components/menu/entity-findings.tsx';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import { PreviewLink } from './preview-link.tsx';

const text = words.outlets.wizard;

/** State of the page of outlets, on arrival from the end of the wizard. */
export interface SetUpState {
  setUp: OutletId;
}

const isAboutMenu = ({ code }: Finding) => code.startsWith('menu.') || code === 'outlet.nothing_to_order';

/** The end of the wizard: whether guests can order from the outlet, and what comes next. */
export function OutletReady({ outlet }: { outlet: Outlet }) {
  // A check from before the last step was saved would speak of what is mended.
  const { data, isFetching } = useQuery({ ...queries.menuCheck(), refetchOnMount: 'always' });
  // The check is about outlets that guests see.
  if (data === undefined || isFetching || !outlet.status) return null;
  const blocking = data.filter(({ severity }) => severity === 'blocks');
  if (blocking.some((finding) => finding.subject.id === outlet._id && !isAboutMenu(finding))) {
    return <EntityFindings id={outlet._id} isSaidBelow={isAboutMenu} />;
  }
  const needsMenu = blocking.some(isAboutMenu);
  return (
    <Alert
      component="output"
      severity="success"
      sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
      action={
        needsMenu ? (
          <Button color="inherit" component={Link} to={paths.menus()}>
            {text.toMenu}
          </Button>
        ) : (
          <PreviewLink outlet={outlet} />
        )
      }
    >
      {needsMenu ? text.ready({ outlet: outlet.name }) : text.readyToOrder({ outlet: outlet.name })}
    </Alert>
  );
}
