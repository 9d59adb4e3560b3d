/** P10 and P11: time until the first answer, and memory while serving. */
import { closedLoop, send } from './load.ts';
import { newFolder, removeFolder, startProduct } from './product.ts';
import { ms, type Row, whole } from './report.ts';

const warmStarts = 5;

export async function measureStarts(): Promise<Row[]> {
  const dataDir = newFolder();
  try {
    const cold = await startProduct('demo', dataDir);
    const coldMs = cold.startedInMs;
    await closedLoop(16, 3, () => send('GET', `${cold.url}/millers-cafe/menu`));
    const { server, database } = cold.memoryMb();
    await cold.stop();
    const warm: number[] = [];
    for (let n = 0; n < warmStarts; n++) {
      const product = await startProduct('demo', dataDir);
      warm.push(product.startedInMs);
      await product.stop();
    }
    const warmMs = warm.toSorted((a, b) => a - b)[Math.floor(warmStarts / 2)]!;
    return [
      {
        goal: 'P11',
        work: 'start to first 200: empty data folder with demo / again (median of 5)',
        value: `${ms(coldMs)} / ${ms(warmMs)}`,
        aim: 'demo <= 4 s, again <= 500 ms',
        figures: { coldMs, warmMs },
      },
      {
        goal: 'P10',
        work: 'resident memory while serving menus, server + database',
        value: `${whole(server)} + ${whole(database)} = ${whole(server + database)} MB`,
        aim: '<= 250 MB',
        figures: { server, database },
      },
    ];
  } finally {
    removeFolder(dataDir);
  }
}
