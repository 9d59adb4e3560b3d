/** A process that makes one backup, behind everything else that the machine does. */
import { constants, setPriority } from 'node:os';
import { answerJobs } from '#server/worker-processes.ts';
import { type BackupOrder, takeBackup } from './take-backup.ts';

setPriority(constants.priority.PRIORITY_LOW);
answerJobs((order: BackupOrder) => takeBackup(order));
