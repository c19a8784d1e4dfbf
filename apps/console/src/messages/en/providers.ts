/** Texts of the page `providers`. */
export const providers = {} as const;
