import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { fieldProblem, fieldProblemText } from '#contract/base/field-problems.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isEmailTaken } from '#server/modules/accounts/former-staff.ts';
import { newToken } from '#server/modules/accounts/sessions/sessions.ts';
import { countAtOnce } from '#server/modules/ordering/history/count-at-once.ts';
import { eraseAgain } from '#server/modules/customers/privacy/erase-guest.ts';
import { type Erasure, erasuresSince } from '#server/modules/customers/privacy/erasure-list.ts';
import { movePictures } from '#server/modules/restaurants/pictures/move-pictures.ts';
import { keepSumsOf } from '#server/modules/reports/keep-sums.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { copyEntries } from '#server/modules/staff/audit-log/copy-entries.ts';
import { sendInvitation, writeInvitation } from '#server/modules/staff/invite-staff.ts';
import { CheckedArchive } from './check-archive.ts';
import { checkedEntries } from './checked-entries.ts';
import { NewIds } from './new-ids.ts';
import { readPictures } from './read-pictures.ts';
import { readRestaurant } from './read-restaurant.ts';
import { requireNesting } from './require-nesting.ts';
import { insertTables, missingPhotos } from './insert-rows.ts';
import { findUnpaidOrders } from './unpaid-orders.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** A restaurant that was read in. */
export interface ReadIn {
  restaurantId: RestaurantId;
  name: string;
  takenAt: Date;
  rows: number;
  pictures: number;
  /** The reason for which its reports were not added up here, which the server does in its next round; null where they were. */
  sumsFailure: string | null;
  /** Whether the bucket, where there is one, has them by now. */
  arePicturesMoved: boolean;
  /** Its address, and the one that the archive has. */
  slug: string;
  formerSlug: string;
  /** Guests of the archive who have been erased since. */
  erasedAgain: number;
  /** The link with which the owner comes in; it is mailed as well. */
  invitation: string;
  /** The number of things of each kind that have to be connected anew. */
  anew: {
    printers: number;
    drivers: number;
    people: number;
    domains: number;
    gateways: number;
    couriers: number;
    contacts: number;
  };
}

/** Milliseconds that a statement may take: it writes a few hundred rows. */
const slowStatements = { statementTimeoutMs: 120_000 };

/**
 * Makes a new restaurant of an archive: with new ids and new secrets, beside whatever else is on this server. The file is checked from beginning
 * to end before anything is written. All rows are written by one transaction, so a kill leaves nothing.
 * @param erasures the lists of erased guests, who do not come back.
 * @throws UnreadableArchive; an Error with a sentence when the owner's email has an account.
 */
export async function readArchive(
  deps: ReadDeps,
  path: string,
  ownerEmail: string,
  erasures: readonly Erasure[] = [],
): Promise<ReadIn> {
  const archive = await CheckedArchive.open(path);
  try {
    if (await isEmailTaken(deps.db, ownerEmail, true))
      throw new Error(`${ownerEmail}: ${fieldProblemText(fieldProblem('account.email_taken'))} Nothing was written.`);
    const restaurantId = newId<RestaurantId>();
    const ids = new NewIds();
    await requireNesting(archive);
    const unpaid = await findUnpaidOrders(archive);
    const erased = erasedOf(archive, erasures, ids);
    const token = newToken();
    const made = await transaction(
      deps.db,
      restaurantId,
      async (tx) => {
        const now = deps.clock();
        const { slug, formerSlug, name, language } = await readRestaurant(tx, deps.config, restaurantId, archive, now);
        const pictures = await readPictures(tx, restaurantId, archive, now);
        const missing = await missingPhotos(archive);
        const reading = { restaurantId, ids, pictures, missing, unpaid, now };
        await pointAtPictures(tx, restaurantId, archive, pictures);
        const { rows, anew } = await countAtOnce(tx, restaurantId, () => insertTables(tx, archive, reading));
        await eraseAgain(tx, restaurantId, erased);
        await readAuditLog(tx, restaurantId, archive, ids, now);
        const owner = { email: ownerEmail, role: 'owner' } as const;
        const invitation = await writeInvitation(tx, restaurantId, productActor, owner, token, now);
        await sendInvitation(tx, deps, invitation, name, token, language);
        return { slug, formerSlug, name, rows, anew, pictures: pictures.size };
      },
      slowStatements,
    );
    // Reports are right without the sums as well: what fails here is made in the server's next round, and the restaurant is there.
    const sumsFailure = await keepSumsOf(deps.db, restaurantId, deps.clock()).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // Written with all rows, so that a bucket that does not answer keeps nobody from coming.
    const arePicturesMoved = await movePictures(deps, { of: restaurantId }).then(
      () => true,
      () => false,
    );
    return {
      ...made,
      restaurantId,
      sumsFailure,
      arePicturesMoved,
      takenAt: new Date(archive.manifest.takenAt),
      erasedAgain: erased.length,
      invitation: `${deps.config.publicUrl}/accept-invitation?token=${token}`,
    };
  } finally {
    await archive.close();
  }
}

/** The new ids of guests who were erased where the archive comes from, since it was taken. */
function erasedOf({ manifest }: CheckedArchive, erasures: readonly Erasure[], ids: NewIds): CustomerId[] {
  const since = erasuresSince(erasures, new Date(manifest.takenAt));
  const own = since.filter(({ restaurantId }) => restaurantId === manifest.restaurant.id);
  return [...new Set(own.flatMap(({ customerId }) => customerId ?? []))].map((id) => ids.of(id) as CustomerId);
}

/** The logo and the cover, under their new names. */
async function pointAtPictures(
  tx: Tx,
  restaurantId: RestaurantId,
  archive: CheckedArchive,
  pictures: ReadonlyMap<string, string>,
): Promise<void> {
  const row = await archive.restaurant();
  const named = (column: string) => pictures.get(String(row[column])) ?? null;
  await tx
    .updateTable('restaurants')
    .set({ logo_hash: named('logo_hash'), cover_hash: named('cover_hash') })
    .where('id', '=', restaurantId)
    .execute();
}

async function readAuditLog(
  tx: Tx,
  restaurantId: RestaurantId,
  archive: CheckedArchive,
  ids: NewIds,
  now: Date,
): Promise<void> {
  const { manifest, checksum } = archive;
  const formerId = manifest.restaurant.id as RestaurantId;
  const isWhole = await copyEntries(tx, restaurantId, formerId, checkedEntries(archive), (text) => ids.inText(text));
  await appendAuditEntry(
    tx,
    restaurantId,
    { actor: productActor, requestId: 'archive:read', at: now },
    {
      action: 'restaurant.read_in',
      subject: manifest.restaurant.name,
      details: { takenAt: manifest.takenAt, sha256: checksum, auditLogWasWhole: isWhole },
    },
  );
}
