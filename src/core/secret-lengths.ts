/** In characters. A shorter text is not a secret: to mask it would make every text unreadable. */
export const minSecretLength = 4;

/** In characters. A shorter text is too often a part of other texts by chance. */
export const minDistinctLength = 8;
