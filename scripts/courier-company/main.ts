/** The simulated courier company as a program: `node scripts/courier-company/main.ts [port]`. */
import { startCourierCompany } from './start-courier-company.ts';

const { url } = await startCourierCompany({ port: Number(process.argv[2] ?? 12112) });
console.log(`A courier company listens at ${url}. Connect it with any client ID and secret.`);
