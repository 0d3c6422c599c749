/** Version of the action. A copy of the one in `package.json`, which is not shipped. */
export const version = '1.0.0';
