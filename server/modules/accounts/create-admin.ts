import type { UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Passwords } from './passwords/passwords.ts';
import { requireStrongPassword } from './passwords/password-rules.ts';
import { insertUser } from './queries.ts';

/**
 * Creates a platform admin. Only the command line does this; no call and no form leads here (R11).
 * @throws auth.weak_password, auth.email_taken
 */
export async function createAdmin(
  db: Db,
  passwords: Passwords,
  admin: { email: string; password: string; firstName: string; lastName: string },
  now: Date,
): Promise<UserId> {
  await requireStrongPassword(admin.password, admin);
  const passwordHash = await passwords.hash(admin.password);
  const nobodysNumber = { countryCode: '', mobileNumber: '' };
  const user = await insertUser(db, { ...admin, ...nobodysNumber, passwordHash, userType: 'admin' }, now);
  if (user === null) throw new Refusal('auth.email_taken');
  return user.id;
}
