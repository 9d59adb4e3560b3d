import { type FormEvent, useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { SavedAddress } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { Sheet } from '../../../components/sheet.tsx';
import { useBasket, useSite } from '../../../site.tsx';
import { saveToAccount } from './account-addresses.ts';
import { useChooseAddress } from './choose-address.ts';
import styles from './new-address-sheet.module.css';

const addressNames = ['Home', 'Office', 'Other'] as const;

/** 'Create address': what a driver needs beyond the area (order-operations 5: floor and address name are required, instructions are not). */
export function NewAddressSheet() {
  const { words } = useSite();
  const { basket } = useBasket();
  const formId = useId();
  const [floor, setFloor] = useState('');
  const isReady = floor.trim() !== '';
  if (basket.address === null) return null;
  return (
    <Sheet
      name="new-address"
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
      <AddressForm id={formId} address={basket.address} floor={floor} onFloor={setFloor} />
    </Sheet>
  );
}

/** React would give it the focus before the drawer opens, which then takes it. */
function focusOnOpening(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
}

function AddressForm({
  id,
  address,
  floor,
  onFloor,
}: {
  id: string;
  address: SavedAddress;
  floor: string;
  onFloor: (floor: string) => void;
}) {
  const { words, call, sessionStore: session } = useSite();
  const chooseAddress = useChooseAddress();
  const hintId = useId();

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => (form.get(name) as string).trim();
    const written = { ...address, floor: floor.trim(), instruction: text('instruction'), nickName: text('nickName') };
    chooseAddress(written);
    if (session.get() !== null) void saveToAccount(call, written);
  }

  return (
    <form id={id} className={styles.form} onSubmit={save}>
      <label className={controls.field}>
        <span className={controls.label}>{words.fullAddress}</span>
        <input className={controls.input} value={address.location} readOnly />
      </label>
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
          onChange={(event) => onFloor(event.target.value)}
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
          name="instruction"
          className={controls.input}
          rows={2}
          maxLength={limits.specialInstruction}
          placeholder={words.instructionsHint}
          defaultValue={address.instruction}
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
  );
}
