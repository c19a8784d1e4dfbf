/** Texts of the page `setup`. */
export const setup = {} as const;
