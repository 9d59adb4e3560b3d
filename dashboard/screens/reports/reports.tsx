import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { limits } from '#contract/base/limits.ts';
import { wallTime } from '#contract/base/time.ts';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Page } from '../../components/shell/page.tsx';
import { useMayEdit } from '../../components/shell/restaurant.tsx';
import { useNow } from '../../components/live/use-now.ts';
import { deviceZone } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { useAddressParams } from '../../routing/use-address-params.ts';
import { queries } from '../../api/queries.ts';
import { ItemsReport } from './items-report.tsx';
import { PaymentsReport } from './payments-report.tsx';
import { ProblemsReport } from './problems-report.tsx';
import { ReportControls } from './report-controls.tsx';
import { ScopeContext } from './report-scope.ts';
import {
  readReport,
  type ReportTab,
  reportTabs,
  type ReportView,
  scopeBefore,
  scopeOf,
  writeReport,
} from './report-view.ts';
import { SalesReport, TaxReport } from './sales-report.tsx';
import { ServiceReport } from './service-report.tsx';

const text = words.reports;

/** How soon after midnight the days move on. */
const TICK = 60_000;

const parts: Record<ReportTab, () => ReactNode> = {
  sales: SalesReport,
  payments: PaymentsReport,
  tax: TaxReport,
  items: ItemsReport,
  service: ServiceReport,
};

/** /dashboard/reports: what was sold and how well it was served; every figure opens its orders (OH-06, OH-07). */
export function Reports() {
  const outlets = useQuery(queries.outlets());
  const mayLook = useMayEdit();
  return (
    <Page title={text.title}>
      {!mayLook ? (
        <Card>
          <Notice heading={text.onlyEditors} sentence={text.onlyEditorsHint} action={null} />
        </Card>
      ) : outlets.data !== undefined ? (
        <Chosen outlets={outlets.data} />
      ) : outlets.isError ? (
        <Card>
          <Failure error={outlets.error} place="operation" onRetry={() => void outlets.refetch()} />
        </Card>
      ) : (
        <LoadingBlock height={320} />
      )}
    </Page>
  );
}

function Chosen({ outlets }: { outlets: readonly Outlet[] }) {
  const [params, changeParams] = useAddressParams();
  const now = useNow(TICK);
  const panelId = useId();
  const view = readReport(params);
  const show = (change: Partial<ReportView>) =>
    changeParams((current) => writeReport({ ...readReport(current), ...change }));
  // Today is where the chosen outlet is; of several, where the first one is; of none, where the reader is.
  const { timeZone } = outlets.find(({ _id }) => _id === view.outletId) ?? outlets[0] ?? { timeZone: deviceZone() };
  const scope = scopeOf(view, wallTime(now, timeZone).date);
  const Part = parts[view.tab];
  return (
    <>
      <ReportControls view={view} scope={scope} outlets={outlets} onChange={show} />
      <Tabs
        value={view.tab}
        onChange={(_, tab: ReportTab) => show({ tab })}
        aria-label={text.tabList}
        // Five tabs need more than a phone has in large letters, and in Arabic: none of them is out of sight.
        sx={{
          borderBlockEnd: 1,
          borderColor: 'divider',
          '& .MuiTabs-list': { flexWrap: 'wrap' },
          '& .MuiTabs-indicator': { display: 'none' },
          '& .MuiTab-root': {
            // On a phone they share one row to its end.
            flexGrow: { xs: 1, sm: 0 },
            px: { xs: 0.5, sm: 1.5 },
            fontSize: { xs: '0.875rem', sm: 'var(--body)' },
            borderBlockEnd: '2px solid transparent',
          },
          '& .MuiTab-root.Mui-selected': { borderColor: 'primary.main' },
          // There every transparent line is drawn.
          '@media (forced-colors: active)': { '& .MuiTab-root': { borderColor: 'Canvas' } },
        }}
      >
        {reportTabs.map((tab) => (
          <Tab key={tab} value={tab} id={`${panelId}-${tab}`} aria-controls={panelId} label={text.tabs[tab]} />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${panelId}-${view.tab}`}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      >
        {scope === null ? (
          <Card>
            <Notice
              heading={
                view.to !== '' && view.from > view.to ? text.daysTurned : text.daysWrong({ most: limits.reportDaysMax })
              }
              action={null}
            />
          </Card>
        ) : (
          <ScopeContext value={{ scope, before: scopeBefore(view.range, scope) }}>
            <Part key={`${scope.from} ${scope.to} ${scope.outletId}`} />
            {view.tab === 'service' && <ProblemsReport />}
          </ScopeContext>
        )}
      </Box>
      <Hint>{text.daysHint}</Hint>
    </>
  );
}
