/** Texts of the page `home`. */
export const home = {} as const;
