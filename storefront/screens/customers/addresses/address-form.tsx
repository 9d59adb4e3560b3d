import { type FormEvent, useId } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { SavedAddress } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { Sheet } from '../../../components/sheet.tsx';
import { useDraft } from '../../../state/draft.ts';
import { useSite } from '../../../site.tsx';
import { addressIn } from '../../ordering/order/names-of-order.ts';
import { useAreaTerms } from '../../outlets/areas.ts';
import { saveToAccount } from './account-addresses.ts';
import styles from './address-form.module.css';
import { useChooseAddress } from './choose-address.ts';

const addressNames = ['Home', 'Office', 'Other'] as const;

/** React would give it the focus before the drawer opens, which then takes it. */
function focusOnOpening(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
  // The drawer is open already when an area was tapped in it.
  if (input?.closest('dialog')?.open === true) input.focus();
}

/** 'Create address': what a driver needs beyond the area (order-operations 5: floor and address name are required, instructions are not). */
export function AddressForm({ address, onChangeArea }: { address: SavedAddress; onChangeArea: () => void }) {
  const { menu, words, call, language, sessionStore: session } = useSite();
  const chooseAddress = useChooseAddress();
  const terms = useAreaTerms();
  const formId = useId();
  const hintId = useId();
  const [floor, setFloor, forgetFloor] = useDraft('floor', address.floor);
  const [instruction, setInstruction, forgetInstruction] = useDraft('instruction', address.instruction);
  const area = menu.areas.get(address.deliveryAreaId);
  const { location } = addressIn(menu, { deliveryAreaId: address.deliveryAreaId, address }, language);
  const isReady = floor.trim() !== '';

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const nickName = new FormData(event.currentTarget).get('nickName') as string;
    const written = { ...address, floor: floor.trim(), instruction: instruction.trim(), nickName };
    forgetFloor();
    forgetInstruction();
    chooseAddress(written);
    if (session.get() !== null) void saveToAccount(call, written);
  }

  return (
    <Sheet
      name="delivery-address"
      title={words.createAddress}
      footer={
        <>
          <button type="submit" form={formId} className={`${controls.primary} ${controls.wide}`} disabled={!isReady}>
            {words.saveAddress}
          </button>
          {isReady ? null : <p className={styles.hint}>{words.floorMissing}</p>}
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={save}>
        <div className={controls.field}>
          <span className={styles.area}>
            <label htmlFor={`${formId}-full`} className={controls.label}>
              {words.fullAddress}
            </label>
            <button type="button" className={controls.text} onClick={onChangeArea}>
              {words.change}
            </button>
          </span>
          <input id={`${formId}-full`} className={controls.input} value={location} readOnly />
          {area === undefined ? null : <span className={controls.hint}>{terms(area)}</span>}
        </div>
        <label className={controls.field}>
          <span className={controls.label}>{words.floor}</span>
          <input
            ref={focusOnOpening}
            className={controls.input}
            required
            maxLength={limits.name}
            autoComplete="address-line1"
            aria-describedby={hintId}
            value={floor}
            onChange={(event) => setFloor(event.target.value)}
          />
          <span id={hintId} className={controls.hint}>
            {words.floorHint}
          </span>
        </label>
        <label className={controls.field}>
          <span className={controls.label}>
            {words.instructions} <span className={controls.optional}>({words.optional})</span>
          </span>
          <textarea
            className={controls.input}
            rows={2}
            maxLength={limits.specialInstruction}
            placeholder={words.instructionsHint}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
          />
        </label>
        <fieldset className={controls.field}>
          <legend className={controls.label}>{words.addressName}</legend>
          <div className={styles.names}>
            {addressNames.map((name) => (
              <label key={name} className={styles.name}>
                <input
                  type="radio"
                  name="nickName"
                  value={name}
                  className="visually-hidden"
                  defaultChecked={name === address.nickName}
                />
                {words.addressNames[name]}
              </label>
            ))}
          </div>
        </fieldset>
      </form>
    </Sheet>
  );
}
