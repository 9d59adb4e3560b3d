import { type MouseEvent, useState } from 'react';
import type { CatalogueArea } from '#contract/menu/catalogue.ts';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import controls from '../../../components/controls.module.css';
import { SearchIcon } from '../../../components/icons.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { areaName } from '../../../language/in-language.ts';
import { useHash } from '../../../routing/navigation.ts';
import { isAddressComplete } from '../../../state/place.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { areasServed, rankAreas, useAreaTerms } from '../../outlets/areas.ts';
import { AddressForm } from './address-form.tsx';
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
  const { areas, isKnown } = rankAreas(areasServed(menu, language), search);
  const area = areas.find((other) => other._id === picked);

  function confirm(area: CatalogueArea): void {
    const { _id, areaName } = area;
    setPicked(_id);
    // The same area again keeps what was written of it.
    const kept = basket.address?.deliveryAreaId === _id ? basket.address : null;
    const begun = kept ?? {
      deliveryAreaId: _id,
      areaName,
      location: areaName,
      floor: '',
      instruction: '',
      nickName: 'Home',
    };
    // More than the name of the area is a street, which is not to be typed again.
    const isStreet = !rankAreas([area], search).isWhole;
    chooseAddress(isStreet ? { ...begun, location: `${search.trim()}, ${areaName}` } : begun, onChosen);
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
            onClick={() => confirm(area!)}
          >
            {words.confirmLocation}
          </button>
          {area === undefined ? <p className={styles.hint}>{words.chooseAreaFirst}</p> : null}
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
            placeholder={words.searchAreas}
            autoComplete="off"
            maxLength={limits.addressPart - limits.name - 2}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
      </label>
      <output className={styles.nothing}>
        {areas.length === 0 ? words.noAreas : isKnown ? '' : words.unknownStreet}
      </output>
      <div role="radiogroup" aria-label={words.weDeliverTo} className={styles.areas}>
        {areas.map((other) => (
          <AreaChoice
            key={other._id}
            area={other}
            isPicked={other._id === picked}
            onPick={() => setPicked(other._id)}
            onTap={() => confirm(other)}
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
