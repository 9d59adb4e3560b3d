import {
  type CourierCompanyServer,
  startCourierCompany,
} from '../../../scripts/courier-company/start-courier-company.ts';
import { startApp, type TestApp } from './app.ts';

export type { CompanyStatus, CourierCompanyServer } from '../../../scripts/courier-company/start-courier-company.ts';

/** The product with a simulated courier company that reaches it, for the tests of one file. */
export async function startCourierApp(): Promise<{
  app: TestApp;
  company: CourierCompanyServer;
  origin: string;
  close: () => Promise<void>;
}> {
  const company = await startCourierCompany();
  const app = await startApp();
  return {
    app,
    company,
    origin: await app.listen(),
    close: async () => {
      await app.close();
      await company.close();
    },
  };
}
