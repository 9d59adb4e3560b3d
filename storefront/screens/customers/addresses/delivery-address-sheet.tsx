import { type MouseEvent, useState } from 'react';
import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import controls from '../../../components/controls.module.css';
import { SearchIcon } from '../../../components/icons.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { areaName } from '../../../language/in-language.ts';
import { useHash } from '../../../routing/navigation.ts';
import { forgetDraft } from '../../../state/draft.ts';
import { isAddressComplete } from '../../../state/place-complete.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { areasServed, rankAreas, useAreaTerms } from '../../outlets/areas.ts';
import { addressDrafts } from './address-drafts.ts';
import { AddressForm } from './address-form.tsx';
import { FindAddress, type FoundDoor } from './find-address.tsx';
import { withArea } from './street.ts';
import { useZones, zonesIn } from './use-zones.ts';
import { useChooseAddress } from './choose-address.ts';
import styles from './delivery-address-sheet.module.css';

/** The drawer of a new address: a tap on an area, and the rest of the address in its place. */
export function DeliveryAddressSheet() {
  return useHash() === 'delivery-address' ? <NewAddress /> : null;
}

function NewAddress() {
  const { basket } = useBasket();
  // An area that was chosen elsewhere, or an address that was begun, lacks only the rest.
  const [isAreaChosen, setIsAreaChosen] = useState(basket.address !== null && !isAddressComplete(basket.address));
  if (basket.address === null || !isAreaChosen) return <AreaSheet onChosen={() => setIsAreaChosen(true)} />;
  return <AddressForm address={basket.address} onChangeArea={() => setIsAreaChosen(false)} />;
}

function AreaSheet({ onChosen }: { onChosen: () => void }) {
  const { menu, words, language } = useSite();
  const { basket } = useBasket();
  const chooseAddress = useChooseAddress();
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<DeliveryAreaId | null>(basket.address?.deliveryAreaId ?? null);
  const zones = useZones();
  // The door that the guest has found, until they choose the area that it lies in.
  const [door, setDoor] = useState<FoundDoor | null>(null);
  const named = areasServed(menu, language).filter(({ zone }) => zone === undefined);
  const { areas, isKnown } = rankAreas(named, search);
  const area = areas.find((other) => other._id === picked);

  function confirm(area: Pick<CatalogueArea, '_id' | 'areaName'>, street: string, found: FoundDoor | null): void {
    const { _id, areaName } = area;
    setPicked(_id);
    if (street !== '' || found !== null) forgetDoor(_id);
    // The same area again keeps what was written of it, unless another door was found in it.
    const kept = found === null && basket.address?.deliveryAreaId === _id ? basket.address : null;
    const begun = kept ?? {
      deliveryAreaId: _id,
      areaName,
      location: areaName,
      floor: '',
      instruction: '',
      nickName: 'Home',
    };
    const location = street === '' ? begun.location : street;
    // Street, pin and postcode are of one door: those of a former one would lead the driver there.
    const { position, postcode } =
      found ?? (location === kept?.location ? kept : { position: undefined, postcode: undefined });
    chooseAddress({ ...begun, location, position, postcode }, onChosen);
  }

  /** A draft would be shown in place of the door that the guest gives now. */
  function forgetDoor(areaId: DeliveryAreaId): void {
    for (const field of Object.values(addressDrafts(areaId))) forgetDraft(menu.catalogue.restaurant._id, field);
  }

  function confirmArea(area: CatalogueArea): void {
    // More than the name of the area is a street, which is not to be typed again.
    const isStreet = !rankAreas([area], search).isWhole;
    const street = door?.street ?? (isStreet ? search.trim() : '');
    confirm(area, street === '' ? '' : withArea(street, area.areaName), door);
  }

  return (
    <Sheet
      name="delivery-address"
      title={words.setDeliveryAddress}
      footer={
        <>
          <button
            type="button"
            className={`${controls.primary} ${controls.wide}`}
            disabled={area === undefined}
            onClick={() => confirmArea(area!)}
          >
            {words.confirmLocation}
          </button>
          {area === undefined ? (
            <p className={styles.hint}>{named.length === 0 ? words.findAddressFirst : words.chooseAreaFirst}</p>
          ) : null}
        </>
      }
    >
      <label className={controls.field}>
        <span className={controls.label}>{words.whereToDeliver}</span>
        <span className={styles.search}>
          <SearchIcon />
          <input
            type="search"
            className={`${controls.input} ${styles.searchBox}`}
            placeholder={
              zones.settings === null || zones.settings.geocoder === 'places' ? words.searchAreas : words.searchStreets
            }
            autoComplete="off"
            maxLength={limits.addressPart - limits.name - 2}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
      </label>
      <FindAddress
        zones={zones}
        typed={search}
        onZone={(zone, found) => confirm(zone, found.street, found)}
        onUnsure={setDoor}
      />
      <output className={styles.nothing}>
        {named.length === 0 && zonesIn(menu).length === 0 ? words.noAreas : isKnown ? '' : words.unknownStreet}
      </output>
      <div role="radiogroup" aria-label={words.weDeliverTo} className={styles.areas}>
        {areas.map((other) => (
          <AreaChoice
            key={other._id}
            area={other}
            isPicked={other._id === picked}
            onPick={() => setPicked(other._id)}
            onTap={() => confirmArea(other)}
          />
        ))}
      </div>
    </Sheet>
  );
}

/** A tap goes on at once. The keyboard, whose arrows pass all areas, goes on with the button below. */
function AreaChoice({
  area,
  isPicked,
  onPick,
  onTap,
}: {
  area: CatalogueArea;
  isPicked: boolean;
  onPick: () => void;
  onTap: () => void;
}) {
  const { language } = useSite();
  const terms = useAreaTerms();
  const onClick = ({ detail }: MouseEvent) => {
    if (detail > 0) onTap();
  };
  return (
    // The input inside is what the keyboard and screen readers use.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <label className={styles.area} onClick={onClick}>
      <input type="radio" name="area" className={styles.radio} checked={isPicked} onChange={onPick} />
      <span className={styles.name}>
        <bdi>{areaName(area, language)}</bdi>
      </span>
      <span className={styles.terms}>{terms(area)}</span>
    </label>
  );
}
