/** Texts of the page `usage`. */
export const usage = {} as const;
