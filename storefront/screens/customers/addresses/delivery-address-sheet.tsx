import { useState } from 'react';
import type { CatalogueArea } from '#contract/menu/catalogue.ts';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import controls from '../../../components/controls.module.css';
import { SearchIcon } from '../../../components/icons.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { foldText } from '../../../language/fold-text.ts';
import { areaName } from '../../../language/in-language.ts';
import { openSheet } from '../../../routing/navigation.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { areasServed, useAreaTerms } from '../../outlets/areas.ts';
import { useChooseAddress } from './choose-address.ts';
import styles from './delivery-address-sheet.module.css';

/** The drawer in which a new address begins: the area, found in the list of all outlets' areas. */
export function DeliveryAddressSheet() {
  const { menu, words, language } = useSite();
  const { basket } = useBasket();
  const chooseAddress = useChooseAddress();
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<DeliveryAreaId | null>(basket.address?.deliveryAreaId ?? null);
  const served = areasServed(menu, language);
  const searched = foldText(search.trim());
  const shown = served.filter((area) =>
    foldText([area.areaName, ...Object.values(area.areaNameTranslations)].join('\n')).includes(searched),
  );
  const area = served.find((other) => other._id === picked);

  function confirm(): void {
    if (area === undefined) return;
    const { _id, areaName } = area;
    // The same area again keeps what was written of it.
    const kept = basket.address?.deliveryAreaId === _id ? basket.address : null;
    chooseAddress(
      kept ?? { deliveryAreaId: _id, areaName, location: areaName, floor: '', instruction: '', nickName: 'Home' },
      () => openSheet('new-address'),
    );
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
            onClick={confirm}
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
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
      </label>
      <div role="radiogroup" aria-label={words.weDeliverTo} className={styles.areas}>
        {shown.map((other) => (
          <AreaChoice
            key={other._id}
            area={other}
            isPicked={other._id === picked}
            onPick={() => setPicked(other._id)}
          />
        ))}
      </div>
      <output className={styles.nothing}>
        {served.length === 0 ? words.noAreas : shown.length === 0 ? words.noArea(search.trim()) : ''}
      </output>
    </Sheet>
  );
}

function AreaChoice({ area, isPicked, onPick }: { area: CatalogueArea; isPicked: boolean; onPick: () => void }) {
  const { language } = useSite();
  const terms = useAreaTerms();
  return (
    <label className={styles.area}>
      <input type="radio" name="area" className={styles.radio} checked={isPicked} onChange={onPick} />
      <span className={styles.name}>
        <bdi>{areaName(area, language)}</bdi>
      </span>
      <span className={styles.terms}>{terms(area)}</span>
    </label>
  );
}
