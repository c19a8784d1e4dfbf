/** Texts of the page `keys`. */
export const keys = {} as const;
