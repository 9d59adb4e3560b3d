import { type FormEvent, useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import { pinOf } from '#contract/outlets/guest-zones.ts';
import type { SavedAddress } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { Sheet } from '../../../components/sheet.tsx';
import { useDraft } from '../../../state/draft.ts';
import { useSite } from '../../../site.tsx';
import { addressIn } from '../../ordering/order/names-of-order.ts';
import { useAreaTerms } from '../../outlets/areas.ts';
import { saveToAccount } from './account-addresses.ts';
import { addressDrafts } from './address-drafts.ts';
import styles from './address-form.module.css';
import { useChooseAddress } from './choose-address.ts';
import { PinMap } from './pin-map.tsx';
import { streetOf, withArea } from './street.ts';
import { useZones } from './use-zones.ts';

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
  // The field that lacks its text, as the drawer opens.
  const [opensAtStreet] = useState(() => streetOf(address) === '');
  const formId = useId();
  const hintId = useId();
  const streetHintId = useId();
  const drafts = addressDrafts(address.deliveryAreaId);
  const [floor, setFloor, forgetFloor] = useDraft(drafts.floor, address.floor);
  const [instruction, setInstruction, forgetInstruction] = useDraft(drafts.instruction, address.instruction);
  const [street, setStreet, forgetStreet] = useDraft(drafts.street, streetOf(address));
  const zones = useZones();
  const [position, setPosition] = useState(address.position ?? null);
  const [isOutside, setOutside] = useState(false);
  const area = menu.areas.get(address.deliveryAreaId);
  // The driver finds zones by the street; of an area that guests choose by its name the name belongs to it.
  const location =
    area?.zone === undefined ? withArea(street.trim(), address.areaName) : street.trim() || address.areaName;
  const shown = addressIn(
    menu,
    { deliveryAreaId: address.deliveryAreaId, address: { ...address, location } },
    language,
  );
  const isOnMap = area?.zone === 'polygon' || area?.zone === 'circle';
  const missing = isOnMap && position === null ? words.pinMissing : floor.trim() === '' ? words.floorMissing : null;
  const { tileUrl = null, attribution = null } = zones.settings ?? {};
  const kitchen = area && menu.outlets.get(area.outletId)?.address;
  const start = position ?? pinOf(kitchen);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const nickName = new FormData(event.currentTarget).get('nickName') as string;
    const placed = placedAt();
    if (placed === null) return setOutside(true);
    const written = {
      ...address,
      ...placed,
      location,
      floor: floor.trim(),
      instruction: instruction.trim(),
      nickName,
      position: position ?? undefined,
    };
    forgetStreet();
    forgetFloor();
    forgetInstruction();
    chooseAddress(written);
    if (session.get() !== null) void saveToAccount(call, written);
  }

  /** Another door has a street and a floor of its own. */
  function changeArea(): void {
    forgetStreet();
    forgetFloor();
    onChangeArea();
  }

  /** The pin may have been moved into another zone, also from one of postcodes. Null: no zone has it. */
  function placedAt(): Pick<SavedAddress, 'deliveryAreaId' | 'areaName'> | null {
    if (area?.zone === undefined || !zones.isReady) return address;
    const answer = zones.answer({ position, postcode: address.postcode });
    return answer.kind === 'zone' ? { deliveryAreaId: answer.zone._id, areaName: answer.zone.areaName } : null;
  }

  return (
    <Sheet
      name="delivery-address"
      title={words.createAddress}
      footer={
        <>
          <button
            type="submit"
            form={formId}
            className={`${controls.primary} ${controls.wide}`}
            disabled={missing !== null}
          >
            {words.saveAddress}
          </button>
          {missing === null ? null : <p className={styles.hint}>{missing}</p>}
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={save}>
        <div className={controls.field}>
          <span className={styles.area}>
            <label htmlFor={`${formId}-full`} className={controls.label}>
              {words.fullAddress}
            </label>
            <button type="button" className={controls.text} onClick={changeArea}>
              {words.change}
            </button>
          </span>
          <input id={`${formId}-full`} className={controls.input} value={shown.location} readOnly />
          {area === undefined ? null : <span className={controls.hint}>{terms(area)}</span>}
        </div>
        <label className={controls.field}>
          <span className={controls.label}>{words.street}</span>
          <input
            ref={opensAtStreet ? focusOnOpening : undefined}
            className={controls.input}
            maxLength={limits.addressPart - limits.name - 2}
            autoComplete="address-line1"
            aria-describedby={streetHintId}
            value={street}
            onChange={(event) => setStreet(event.target.value)}
          />
          <span id={streetHintId} className={controls.hint}>
            {words.streetHint}
          </span>
        </label>
        {tileUrl === null || start === null ? null : (
          <PinMap
            tileUrl={tileUrl}
            attribution={attribution}
            start={start}
            pin={position}
            onMove={(pin) => {
              setPosition(pin);
              setOutside(false);
            }}
          />
        )}
        {isOutside ? (
          <p className={controls.error} role="alert">
            {words.pinOutside}
          </p>
        ) : null}
        <label className={controls.field}>
          <span className={controls.label}>{words.floor}</span>
          <input
            ref={opensAtStreet ? undefined : focusOnOpening}
            className={controls.input}
            required
            maxLength={limits.name}
            autoComplete="address-line2"
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
                  className="behind-label"
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
