/** How long a text must be to be treated as a secret, or as a part of one. */

/** In characters. A shorter text is not a secret: masking it would make every text unreadable. */
export const minSecretLength = 4;

/**
 * In characters. A shorter text is too often a part of other texts by chance. This length counts for values of
 * `preferences` (`docs/contract.md`, promise 4), for parts of a secret in base64, for short words in an answer, and for
 * the comment key.
 */
export const minDistinctLength = 8;
