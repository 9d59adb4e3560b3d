import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { queries } from '../../../api/queries.ts';
import { readStation, type Station, type StationChoice, stationOf } from './station.ts';

const key = 'kitchenStation';

export interface StationSettings {
  choice: StationChoice;
  choose: (choice: StationChoice) => void;
  station: Station;
  outlets: readonly Outlet[];
  categories: readonly Category[];
  /** The categories that this device hides have not been loaded yet. */
  isLoading: boolean;
}

/** The station chosen on this device. Where the menu cannot be read, it shows everything. */
export function useStation(): StationSettings {
  const [storedChoice, setStoredChoice] = useState(() => readStation(localStorage.getItem(key)));
  const { data: outlets = [] } = useQuery(queries.outlets());
  const { data: categories = [], isPending } = useQuery(queries.allCategories());
  // An outlet that is gone must not leave the board empty.
  const isOutletGone = outlets.length > 0 && !outlets.some(({ _id }) => _id === storedChoice.outletId);
  const choice = isOutletGone ? { ...storedChoice, outletId: null } : storedChoice;
  return {
    choice,
    choose: (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setStoredChoice(next);
    },
    station: stationOf(choice, categories),
    outlets,
    categories,
    isLoading: isPending && storedChoice.hidden.length > 0,
  };
}
