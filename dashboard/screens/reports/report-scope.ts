import { createContext, useContext } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { ReportTable } from '#contract/base/enumerations.ts';
import type { ReportScope } from '#contract/reports/reports.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { readExportFile, saveFile } from '../../components/feedback/save-file.ts';
import { dayText, weekdayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import type { HistorySearch } from '../ordering/history-view.ts';
import { errorText } from '../../words/error-text.ts';

/** The days and the outlet that every part of the page is about, and those that they are compared with. */
export const ScopeContext = createContext<{ scope: ReportScope; before: ReportScope } | null>(null);

export function useScope(): ReportScope {
  return useScopes().scope;
}

export function useScopes(): { scope: ReportScope; before: ReportScope } {
  const scopes = useContext(ScopeContext);
  if (scopes === null) throw new Error('A report stands outside of its scope');
  return scopes;
}

/** 'Sun, 22 Nov 2026', or the first and the last of several days. */
export function daysText({ from, to }: ReportScope): string {
  return from === to ? weekdayText(from) : words.reports.days({ from: dayText(from), to: dayText(to) });
}

/** The history filters of the days and the outlet, to which those of a figure are added. */
export function searchOf({ from, to, outletId }: ReportScope): HistorySearch {
  return { from, to, ...(outletId === undefined ? {} : { outletId }) };
}

/** Saves a table as a file. */
export function useReportExport(): (table: ReportTable) => Promise<void> {
  const scope = useScope();
  return async (table) => {
    try {
      const file = await readExportFile(
        await client.file('GET /report/export', { query: { ...scope, table } }),
        () => {},
      );
      saveFile(file, `${table}-${scope.from}-${scope.to}.csv`);
      showToast({ place: 'toast', tone: 'ok', text: words.reports.exported });
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, null);
      showToast({ place: 'toast', tone: 'error', text: errorText(failure, 'operation') });
    }
  };
}
