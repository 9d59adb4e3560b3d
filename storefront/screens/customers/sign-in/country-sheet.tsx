import type { CountryCode } from 'libphonenumber-js/min';
import { useState } from 'react';
import controls from '../../../components/controls.module.css';
import { CheckIcon, SearchIcon } from '../../../components/icons.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { closeSheet } from '../../../routing/navigation.ts';
import { useSite } from '../../../site.tsx';
import styles from './country-sheet.module.css';
import { Flag } from './flag.tsx';
import { countryOf, listCountries, searchCountries } from './phone-number.ts';

/** All countries, searchable by name, code and dial code. */
export function CountrySheet({ chosen, onChoose }: { chosen: CountryCode; onChoose: (code: CountryCode) => void }) {
  const { words } = useSite();
  return (
    <Sheet name="country" title={words.countryCode}>
      <Countries chosen={chosen} onChoose={onChoose} />
    </Sheet>
  );
}

function Countries({ chosen, onChoose }: { chosen: CountryCode; onChoose: (code: CountryCode) => void }) {
  const { menu, words, language } = useSite();
  const [search, setSearch] = useState('');
  const found = searchCountries(listCountries(language, countryOf(menu.catalogue.restaurant.country)), search);
  return (
    <>
      <div className={styles.search}>
        <SearchIcon />
        <input
          type="search"
          className={`${controls.input} ${styles.searchBox}`}
          aria-label={words.searchCountry}
          placeholder={words.searchCountry}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <ul>
        {found.map(({ code, name, dialCode }) => (
          <li key={code}>
            <button
              type="button"
              className={styles.country}
              aria-current={code === chosen ? 'true' : undefined}
              onClick={() => {
                onChoose(code);
                closeSheet();
              }}
            >
              <Flag code={code} />
              <span className={styles.name}>{name}</span>
              <bdi dir="ltr" className={styles.dialCode}>
                {dialCode}
              </bdi>
              {code === chosen ? <CheckIcon size={20} /> : null}
            </button>
          </li>
        ))}
      </ul>
      <output className={styles.nothing}>{found.length === 0 ? words.noCountry(search.trim()) : ''}</output>
    </>
  );
}
