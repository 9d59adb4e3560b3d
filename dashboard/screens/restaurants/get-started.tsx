import ArrowForward from '@mui/icons-material/ArrowForward';
import CheckCircle from '@mui/icons-material/CheckCircle';
import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import RestaurantMenu from '@mui/icons-material/RestaurantMenu';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import UploadFile from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import LinearProgress from '@mui/material/LinearProgress';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { MenuCheck } from '../../components/menu/menu-check.tsx';
import { Page } from '../../components/shell/page.tsx';
import { useIsLimited } from '../../components/shell/restaurant.tsx';
import { WorksNowhere } from '../../components/shell/works-nowhere.tsx';
import { Mark } from '../../components/feedback/state-chip.tsx';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { ShopLink } from './shop-link.tsx';
import { TestOrder } from './test-order.tsx';
import { Today } from './today.tsx';

const text = words.restaurants.getStarted;

interface Step {
  title: string;
  hint: string;
  Icon: typeof SvgIcon;
  isDone: boolean;
  /** The page where the step is done. */
  to: string;
}

/** /dashboard: the way from an account to the first order, with what is done of it (M19). */
export function GetStarted() {
  return (
    <Page title={text.title}>
      <Progress />
    </Page>
  );
}

/** Progress of the set-up: the steps that are done, and whether there is a site to try. */
function Progress() {
  const outlets = useQuery(queries.outlets());
  const branding = useQuery(queries.branding());
  const menuHasItems = useQuery(queries.menuHasItems());
  const isLimited = useIsLimited();
  if (outlets.data === undefined || branding.data === undefined || menuHasItems.data === undefined) {
    const error = outlets.error ?? branding.error ?? menuHasItems.error;
    const retry = () => void Promise.all([outlets.refetch(), branding.refetch(), menuHasItems.refetch()]);
    return (
      <>
        <Typography>{text.promise}</Typography>
        {error === null ? (
          <LoadingBlock height={180} />
        ) : (
          <Card>
            <Failure error={error} place="setup" onRetry={retry} />
          </Card>
        )}
      </>
    );
  }
  // The steps and the check would say of the restaurant what is so for this person alone.
  if (isLimited && outlets.data.length === 0) return <WorksNowhere />;
  const steps: Step[] = [
    {
      title: text.createOutlet,
      hint: text.createOutletHint,
      Icon: StorefrontOutlined,
      isDone: outlets.data.length > 0,
      to: paths.outlets(),
    },
    {
      title: text.branding,
      hint: text.brandingHint,
      Icon: PaletteOutlined,
      isDone: branding.data.isBranded,
      to: paths.branding(),
    },
    {
      title: text.buildMenu,
      hint: text.buildMenuHint,
      Icon: RestaurantMenu,
      isDone: menuHasItems.data,
      to: paths.menus(),
    },
  ];
  const isSetUp = steps.every((step) => step.isDone);
  return (
    <>
      {!isSetUp && <Steps steps={steps} />}
      {!isSetUp && !menuHasItems.data && <BringMenu />}
      {outlets.data.length > 0 && <Today outlets={outlets.data} />}
      <MenuCheck />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <ShopLink />
        <TestOrder hasOutlet={outlets.data.length > 0} hasItem={menuHasItems.data} />
      </Box>
      {isSetUp && <FoldedSteps steps={steps} />}
    </>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <>
      <Typography>{text.promise}</Typography>
      <ProgressBar done={steps.filter((step) => step.isDone).length} all={steps.length} />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } }}
      >
        {steps.map((step) => (
          <StepCard key={step.title} step={step} />
        ))}
      </Box>
    </>
  );
}

/** Once all is set up the day comes first, and the way there folds away. */
function FoldedSteps({ steps }: { steps: readonly Step[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="h2">{text.progress({ done: steps.length, all: steps.length })}</Typography>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.hideSteps : text.showSteps}
        </Button>
      </Box>
      <Box id={id} hidden={!isOpen} sx={{ display: isOpen ? 'grid' : 'none', gap: 2 }}>
        {isOpen && <Steps steps={steps} />}
      </Box>
    </>
  );
}

function ProgressBar({ done, all }: { done: number; all: number }) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: 420 }}>
      <Typography id={id} variant="h2">
        {text.progress({ done, all })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={(done / all) * 100}
        aria-labelledby={id}
        // A track in a tone of the bar reads as done.
        sx={{ blockSize: 8, borderRadius: 999, bgcolor: 'divider' }}
      />
    </Box>
  );
}

/** Beside the third step, for who has a menu in a file already. */
function BringMenu() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Typography color="textSecondary">{words.menu.import.bringHint}</Typography>
      <Button component={Link} to={paths.importMenu()} startIcon={<UploadFile />}>
        {words.menu.import.bring}
      </Button>
    </Box>
  );
}

function StepCard({ step: { title, hint, Icon, isDone, to } }: { step: Step }) {
  const content = (
    <Box sx={{ display: 'grid', gap: 1, p: 2.5, blockSize: '100%', alignContent: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28 }}>
        <Icon aria-hidden sx={{ color: 'primary.main' }} />
        {isDone ? (
          <Mark Icon={CheckCircle} color="success.main" background="tone.okSoft">
            {text.done}
          </Mark>
        ) : (
          <ArrowForward data-points-along aria-hidden sx={{ color: 'text.secondary' }} />
        )}
      </Box>
      <Typography component="h3" variant="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {hint}
      </Typography>
    </Box>
  );
  return (
    <Card>
      <CardActionArea component={Link} to={to} sx={{ blockSize: '100%' }}>
        {content}
      </CardActionArea>
    </Card>
  );
}
