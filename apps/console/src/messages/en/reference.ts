/** Texts of the page `reference`. */
export const reference = {} as const;
