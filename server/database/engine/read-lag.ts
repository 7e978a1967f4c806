/** How old what a replica has may be. Beats come each second, and are seen within another one. */
export const LAG_SECONDS = { default: 5, min: 3, max: 60 } as const;
