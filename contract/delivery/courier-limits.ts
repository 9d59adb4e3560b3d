/** Apart from the endpoints, because the form counts as well. */
export const courierLimits = { companiesMax: 10, urlMax: 300 } as const;
