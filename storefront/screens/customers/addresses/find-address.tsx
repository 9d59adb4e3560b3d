/** Finds the zone of an address: by the search of the installation, by the place of the phone, or by the postcode. */
import { type ReactNode, useState } from 'react';
import type { CallAnswer } from '#contract/base/client.ts';
import { cutText } from '#contract/base/cut-text.ts';
import { limits } from '#contract/base/limits.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import controls from '../../../components/controls.module.css';
import { ChevronIcon, PinIcon } from '../../../components/icons.tsx';
import { areaName } from '../../../language/in-language.ts';
import { useSite } from '../../../site.tsx';
import styles from './find-address.module.css';
import { type useZones, type ZoneAnswer, zonesIn } from './use-zones.ts';

type FoundPlace = CallAnswer<'GET /geocoding/find-address'>['places'][number];

/** The guest's own words about their door, with its place where that is known. */
export interface FoundDoor {
  street: string;
  position?: Pin;
  postcode?: string;
}

interface FindAddressProps {
  zones: ReturnType<typeof useZones>;
  /** The text in the box of areas and streets. */
  typed: string;
  onZone: (zone: Extract<ZoneAnswer, { kind: 'zone' }>['zone'], door: FoundDoor) => void;
  /** An area that is chosen by its name may have the door. */
  onUnsure: (door: FoundDoor) => void;
}

export function FindAddress({ zones, typed, onZone, onUnsure }: FindAddressProps) {
  const { menu, words, paths, call, language } = useSite();
  const [postcode, setPostcode] = useState('');
  const [places, setPlaces] = useState<readonly FoundPlace[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<ReactNode>(null);
  const kinds = new Set(zonesIn(menu).map(({ zone }) => zone));
  const hasMap = kinds.has('polygon') || kinds.has('circle');
  const hasSearch = zones.settings !== null && zones.settings.geocoder !== 'places';

  function decide(door: FoundDoor, name: string): void {
    const answer = zones.answer(door);
    setPlaces([]);
    setSaid(null);
    if (answer.kind === 'zone') return onZone(answer.zone, door);
    if (answer.kind === 'unsure') {
      onUnsure(door);
      return setSaid(unsureText(door));
    }
    const { nearest } = answer;
    setSaid(
      <>
        {words.notDelivered(name)}
        {nearest === null
          ? null
          : ` ${words.nearestZone(areaName(nearest.zone, language), words.distance(nearest.metres))}`}
        <br />
        {menu.catalogue.outlets.some(({ modes }) => modes.pickup.acceptsOrders) ? (
          <a href={paths.choosePlace('pickup')} className={controls.text}>
            {words.pickUpInstead}
          </a>
        ) : null}
      </>,
    );
  }

  function unsureText({ position, postcode: given }: FoundDoor): string {
    if (kinds.has('postcodes') && given === undefined) return words.alsoPostcode;
    return hasMap && position === undefined ? words.alsoPin : words.unknownStreet;
  }

  async function work(task: () => Promise<void>): Promise<void> {
    setBusy(true);
    setSaid(null);
    await task().catch((error: unknown) => setSaid(words.failure(error, 'order')));
    setBusy(false);
  }

  const search = () =>
    work(async () => {
      const { places: found } = await call('GET /geocoding/find-address', { query: { q: typed.trim() } });
      setPlaces(found);
      if (found.length === 0) setSaid(words.nothingFound(typed.trim()));
    });

  const locate = () =>
    work(async () => {
      const coords = await presentPlace();
      if (coords === null) setSaid(words.placeUnknown);
      else decide({ street: '', position: coords }, words.yourPlace);
    });

  if (zones.hasFailed) {
    return (
      <p className={controls.error} role="alert">
        {words.zonesFailed}{' '}
        <button type="button" className={controls.text} onClick={zones.retry}>
          {words.tryAgain}
        </button>
      </p>
    );
  }
  return (
    <div className={styles.find} aria-busy={isBusy || undefined}>
      {hasSearch ? (
        <button
          type="button"
          className={`${controls.secondary} ${controls.wide}`}
          disabled={typed.trim() === '' || isBusy || !zones.isReady}
          onClick={() => void search()}
        >
          {words.findAddress}
        </button>
      ) : null}
      {hasMap ? (
        <button
          type="button"
          className={`${controls.secondary} ${controls.wide}`}
          disabled={isBusy || !zones.isReady}
          onClick={() => void locate()}
        >
          <PinIcon />
          {words.useMyPlace}
        </button>
      ) : null}
      {kinds.has('postcodes') ? (
        <form
          className={styles.postcode}
          onSubmit={(event) => {
            event.preventDefault();
            const door = { street: typed.trim(), postcode: postcode.trim() };
            if (door.postcode !== '') decide(door, door.postcode);
          }}
        >
          <label className={controls.field}>
            <span className={controls.label}>{words.postcode}</span>
            <input
              className={controls.input}
              autoComplete="postal-code"
              maxLength={limits.postcode}
              value={postcode}
              onChange={(event) => setPostcode(event.target.value)}
            />
          </label>
          <button type="submit" className={controls.secondary} disabled={!zones.isReady}>
            {words.checkPostcode}
          </button>
        </form>
      ) : null}
      {places.length === 0 ? null : (
        <ul aria-label={words.foundPlaces}>
          {places.map((place) => (
            <li key={`${place.latitude} ${place.longitude} ${place.location}`}>
              <button type="button" className={styles.place} onClick={() => decide(doorOf(place), place.location)}>
                <PinIcon />
                <span className={styles.lines}>
                  <bdi>{place.location}</bdi>
                  <bdi className={styles.area}>{place.area}</bdi>
                </span>
                <ChevronIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className={styles.said}>{said}</output>
    </div>
  );
}

function doorOf({ location, latitude, longitude }: FoundPlace): FoundDoor {
  return { street: cutText(location, limits.addressPart), position: { latitude, longitude } };
}

/** Null where the phone does not know its place, or its owner does not want to say. */
function presentPlace(): Promise<Pin | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude: rounded(latitude), longitude: rounded(longitude) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    );
  });
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
