/** Texts of the page `ledger`. */
export const ledger = {} as const;
