/** The browser's side of passkeys. Device and person answer in a window of the browser's own. */
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkey-json.ts';
import { CallError } from '#contract/base/client.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';

const text = words.accounts.passkeys;

/** Passkeys are bound to a name: at an address of numbers there are none. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

/** The answer of a passkey; null where the person changed their mind. */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAnswer | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey }).catch(nullWhenCancelled);
  return credential === null ? null : ((credential as PublicKeyCredential).toJSON() as PasskeyAnswer);
}

/** A passkey that was made for the account on this device; null where the person changed their mind. */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch(nullWhenCancelled);
  return credential === null ? null : ((credential as PublicKeyCredential).toJSON() as NewPasskey);
}

/** Says in the bar why there is no passkey: by the server's words, or the device's reason in ours. */
export function showPasskeyFailure(error: Error): void {
  showToast({ place: 'bar', tone: 'error', text: passkeyFailure(error) });
}

function passkeyFailure(error: Error): string {
  if (error instanceof CallError || !(error instanceof DOMException)) return errorText(error, 'login');
  return error.name === 'InvalidStateError' ? text.known : text.failed;
}

/** Browsers say the same of a person who closed their window, of one who took too long, and of one without a passkey. */
function nullWhenCancelled(error: unknown): null {
  if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
  throw error;
}
