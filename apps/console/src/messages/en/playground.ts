/** Texts of the page `playground`. */
export const playground = {} as const;
