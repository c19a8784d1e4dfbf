/** Texts of the page `settings`. */
export const settings = {} as const;
