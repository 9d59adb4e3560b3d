import { useEffect, useRef, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { readExportFile, saveFile } from '../../components/feedback/save-file.ts';
import { words } from '../../words/words.ts';
import { filtersOf, type HistorySearch } from './history-view.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.ordering.history;

/** How far an export is. `total` is null where nobody has counted how many there will be. */
export interface ExportProgress {
  rows: number;
  total: number | null;
}

/** The screen is not drawn anew for every piece of a large file. */
const drawnEvery = 100;

/** Exports what the filters leave, one file at a time; leaving the page gives it up. */
export function useHistoryExport() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  async function start(search: HistorySearch): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ rows: 0, total: null });
    try {
      const query = filtersOf(search);
      const response = await client.file('GET /order/export-history', { query, signal: controller.signal });
      const rowCount = response.headers.get('x-row-count');
      const total = rowCount === null ? null : Number(rowCount);
      let drawnAt = 0;
      let count = 0;
      const file = await readExportFile(response, (rows) => {
        count = rows;
        if (performance.now() - drawnAt < drawnEvery) return;
        drawnAt = performance.now();
        setProgress({ rows, total });
      });
      saveFile(file, 'orders.csv');
      showToast({ place: 'toast', tone: 'ok', text: text.exportDone({ count }) });
    } catch (error) {
      if (controller.signal.aborted) return;
      // A line that breaks in the middle of the file is no answer either.
      const failure = error instanceof CallError ? error : new CallError(0, null);
      showToast({ place: 'toast', tone: 'error', text: errorText(failure, 'operation') });
    } finally {
      setProgress(null);
    }
  }
  return { progress, start, cancel };
}
