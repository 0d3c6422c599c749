/** Identifiers go into paths of the service; a first letter or digit keeps `..` out. */
export const scanIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$/;
