/** Texts of the page `groups`. */
export const groups = {} as const;
